"""valves"""
