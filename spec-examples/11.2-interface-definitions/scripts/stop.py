#!/usr/bin/env python3
"""End, and let the water out."""
