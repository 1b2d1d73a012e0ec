#!/usr/bin/env python3
"""Say how long it will still take."""
