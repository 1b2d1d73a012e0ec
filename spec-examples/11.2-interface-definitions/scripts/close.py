#!/usr/bin/env python3
"""Let no water through."""
