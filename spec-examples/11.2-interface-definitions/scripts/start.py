#!/usr/bin/env python3
"""Begin."""
