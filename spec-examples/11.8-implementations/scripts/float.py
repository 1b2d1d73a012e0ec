#!/usr/bin/env python3
"""float"""
