#!/usr/bin/env python3
"""Measure the yarn for some pieces."""
