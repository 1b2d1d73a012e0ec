#!/usr/bin/env python3
"""Wait until the lamp blinks."""
