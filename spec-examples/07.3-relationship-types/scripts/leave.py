#!/usr/bin/env python3
"""Fly off."""
