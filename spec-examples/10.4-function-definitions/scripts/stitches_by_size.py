#!/usr/bin/env python3
"""Count the stitches of a cuff by its size."""
