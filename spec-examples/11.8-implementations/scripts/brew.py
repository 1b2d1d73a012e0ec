#!/usr/bin/env python3
"""brew"""
