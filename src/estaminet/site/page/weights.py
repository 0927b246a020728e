"""Trained networks in a page: none yet."""


class Network:
    """The weights of an actor, and for what it was trained."""


def find_weights(game: object, players: int) -> Network | None:
    """None."""
    return None
