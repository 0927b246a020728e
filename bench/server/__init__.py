"""How fast the table server is, measured beside boardgame.io's in one run: ``make bench-server``."""
