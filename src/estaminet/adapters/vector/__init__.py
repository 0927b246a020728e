"""Thousands of games in one array, as a Gymnasium vector environment."""
