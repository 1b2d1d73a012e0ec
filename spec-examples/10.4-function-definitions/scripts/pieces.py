#!/usr/bin/env python3
"""pieces"""
