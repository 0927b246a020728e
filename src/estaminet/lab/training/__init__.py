"""Networks that learn a game by playing against themselves. `playing` and `shapes` do without torch, all else needs it."""
