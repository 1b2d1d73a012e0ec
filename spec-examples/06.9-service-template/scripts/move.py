#!/usr/bin/env python3
"""Move the archive to another region."""
