#!/usr/bin/env python3
"""Find the largest of some numbers."""
