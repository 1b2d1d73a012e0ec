#!/usr/bin/env python3
"""Run the motors."""
