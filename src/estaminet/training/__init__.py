"""Networks that learn a game by playing against themselves.

`settings` does without torch; all else needs it.
"""
