#!/usr/bin/env python3
"""quiet_brew"""
