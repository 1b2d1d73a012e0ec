#!/usr/bin/env python3
print({"kilograms": 812.5})
