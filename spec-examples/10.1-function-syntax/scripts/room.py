#!/usr/bin/env python3
"""Find a room nobody has booked."""
