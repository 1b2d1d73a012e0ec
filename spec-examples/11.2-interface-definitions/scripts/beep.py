#!/usr/bin/env python3
"""Wait for the beep."""
