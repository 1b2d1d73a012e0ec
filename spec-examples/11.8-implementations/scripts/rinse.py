#!/usr/bin/env python3
"""rinse"""
