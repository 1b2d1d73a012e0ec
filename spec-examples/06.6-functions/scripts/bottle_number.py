#!/usr/bin/env python3
"""Check the last digit of a bottle number."""
