#!/usr/bin/env python3
"""Tell the others where to go."""
