#!/usr/bin/env python3
"""Wait until nobody answers."""
