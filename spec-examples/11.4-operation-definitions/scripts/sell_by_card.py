#!/usr/bin/env python3
"""Take coins or a card and print a ticket."""
