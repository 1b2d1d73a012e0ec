#!/usr/bin/env python3
"""Listen for noise."""
