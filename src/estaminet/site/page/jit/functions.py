"""What compiled functions take from each other stays in a game's module."""


class Functions:
    """A game's functions: a module knows its own."""


class Scratch:
    """Memory for house players."""
