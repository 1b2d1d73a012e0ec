#!/usr/bin/env python3
"""Count the stitches of a width."""
