#!/usr/bin/env python3
"""Look at the ropes, then at everything else."""
