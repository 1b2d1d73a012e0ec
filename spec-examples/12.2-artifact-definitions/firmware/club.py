#!/usr/bin/env python3
"""Show the score."""
