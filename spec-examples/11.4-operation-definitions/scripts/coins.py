#!/usr/bin/env python3
"""Tell coins apart."""
