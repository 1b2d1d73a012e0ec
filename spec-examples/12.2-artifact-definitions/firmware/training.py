#!/usr/bin/env python3
"""Count laps."""
