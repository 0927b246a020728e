"""Players that have learned: a trained network in compiled code, alone or with a search."""
