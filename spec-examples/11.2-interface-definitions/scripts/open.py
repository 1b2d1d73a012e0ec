#!/usr/bin/env python3
"""Let the water through."""
