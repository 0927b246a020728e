"""Networks that learn a game by playing against themselves.

`playing`, `shapes` and `settings` do without torch; all else needs it.
"""
