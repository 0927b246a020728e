"""House players: they know the engine, never a single game, and see only what their seat may know."""
