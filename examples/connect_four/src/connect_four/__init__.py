"""Connect four, a game for Estaminet in a package of its own."""
