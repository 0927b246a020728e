"""`revealed`: a number for what an action has just shown to everybody, so that a search can tell the cases apart."""

from estaminet.engine.position import Position
from tests.games.poule.boards import GAME, all_cells_but, lay

TILES = list(range(22))


def start(**options: object) -> Position:
    return GAME.start(2, options={"rounds": 2, **options}, deal={"first": 0, "rounds": [TILES[::-1], TILES]})


def reveals(position: Position, *texts: str) -> int:
    """The number shown by the last action."""
    for text in texts:
        position.play(text)
    return GAME.kernel.revealed(position.memory)


def test_a_game_begins_with_nothing_revealed() -> None:
    assert GAME.kernel.revealed(start().memory) == 0


def test_a_draw_reveals_the_tile() -> None:
    seen = set()
    for top in TILES:
        order = [tile for tile in TILES if tile != top]
        order.insert(2, top)
        position = GAME.start(2, options={"rounds": 1}, deal={"first": 0, "rounds": [order]})
        seen.add(reveals(position, "draw"))
    assert len(seen) == 21, "as many as there are different tiles: the fires are alike"
    assert 0 not in seen


def test_a_secret_tile_is_revealed_when_it_is_played() -> None:
    assert reveals(start(), "secret a1") == 22
    assert reveals(start(), "stall I a1", "secret b1") == 20


def test_stalls_cells_and_passes_reveal_nothing() -> None:
    assert reveals(start(), "stall I a1") == 0
    assert reveals(start(), "secret a1", "stall I b1") == 0
    assert reveals(start(), "draw", "place a1") == 0


def test_P6_5_an_open_tile_is_no_news_but_the_order_of_a_new_round_is() -> None:
    position = start(tiles="open")
    assert reveals(position, "draw") == 0
    position.play("place a1")
    lay(position, all_cells_but("f5"))
    assert reveals(position, "stall I f5") > 0
    assert reveals(position, "stall I a1") == 0


def test_a_new_round_with_secret_tiles_reveals_nothing_to_everybody() -> None:
    position = start()
    lay(position, all_cells_but("f5"))
    assert reveals(position, "stall I f5") == 0
