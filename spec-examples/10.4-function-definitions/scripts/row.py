#!/usr/bin/env python3
"""Write a row."""
