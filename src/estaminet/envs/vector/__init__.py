"""Thousands of games in one array, as a Gymnasium vector environment; users import `estaminet.vector`."""
