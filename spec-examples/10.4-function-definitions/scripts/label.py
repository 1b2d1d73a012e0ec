#!/usr/bin/env python3
"""Write the text of a label."""
