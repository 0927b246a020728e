"""What a game is, and what every game shares. Imports nothing of the layers below it."""
