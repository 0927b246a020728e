"""Trains the networks that come with the games, and writes their cards."""
