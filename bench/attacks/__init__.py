"""Attacks on the table server, and what they cost those who play."""
