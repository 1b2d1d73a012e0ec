#!/usr/bin/env python3
"""Look at everything."""
