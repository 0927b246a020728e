"""Turns plain functions over a record into machine code."""
