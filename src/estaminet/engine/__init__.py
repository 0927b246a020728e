"""The engine: the definition of a game, and everything that games share. It imports nothing of the layers below."""
