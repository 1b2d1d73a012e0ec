"""pump"""
