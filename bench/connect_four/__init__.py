"""Connect four on the engine, as somebody outside the house would add it: the example of docs/adding-a-game.md."""
