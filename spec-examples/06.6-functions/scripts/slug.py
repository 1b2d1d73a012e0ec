#!/usr/bin/env python3
"""Make a name that is fit for a path."""
