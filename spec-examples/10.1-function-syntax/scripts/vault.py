#!/usr/bin/env python3
"""Find a secret."""
