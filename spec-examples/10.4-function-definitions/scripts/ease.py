#!/usr/bin/env python3
"""ease"""
