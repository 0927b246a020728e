"""Reminders: tell people who are elsewhere that a game waits for them."""
