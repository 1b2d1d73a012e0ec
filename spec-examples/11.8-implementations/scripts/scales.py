#!/usr/bin/env python3
"""scales"""
