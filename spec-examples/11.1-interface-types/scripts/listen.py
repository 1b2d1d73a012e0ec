#!/usr/bin/env python3
"""Listen to the emergency telephone."""
