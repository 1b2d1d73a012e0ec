#!/usr/bin/env python3
"""Take coins and print a ticket."""
