#!/usr/bin/env python3
"""Carry money over."""
