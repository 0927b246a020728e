"""Roi de la nuit: pub owners furnish, welcome, collect, and lure each other's guests away."""
