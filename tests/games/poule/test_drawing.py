"""The square in a terminal, to the letter."""

from tests.games.poule.boards import GAME, lay, read

TILES = list(range(22))
BOARD = """
       a      b      c      d      e      f
  1    +6     W I    .      .      .      .
  2    .      .      fire   .      .      .
  3    .      .      .      G IIII .      .
  4    .      wizard .      .      .      .
  5    .      .      .      .      curse  -6
"""


def test_a_position_as_a_seat_sees_it() -> None:
    deal = {"first": 1, "rounds": [[17, 11, 21, 22, *(tile for tile in TILES if tile not in (17, 11, 21))]] * 2}
    position = GAME.start(3, options={"rounds": 2, "wizard": True}, deal=deal)
    lay(position, read(BOARD))
    position.play("secret a5")
    position.play("draw")
    assert position.render(0) == (
        "Round 1 of 2\n"
        "\n"
        "    a        b        c        d        e        f\n"
        "1   +6       0:I      .        .        .        .\n"
        "2   .        .        fire     .        .        .\n"
        "3   .        .        .        1:IIII   .        .\n"
        "4   .        wizard   .        .        .        .\n"
        "5   -6       .        .        .        curse    -6\n"
        "\n"
        "seat 0    50 écus  stalls I I I II II II III III IIII  secret tile curse  (you)\n"
        "seat 1    50 écus  stalls I I I II II II III III IIII\n"
        "seat 2    50 écus  stalls I I I II II II III III IIII  secret tile\n"
        "stack 19\n"
        "drawn: wizard"
    )


def test_a_spectator_sees_no_secret_tile() -> None:
    deal = {"first": 0, "rounds": [TILES[::-1]]}
    drawing = GAME.start(2, options={"rounds": 1}, deal=deal).render()
    assert drawing.splitlines()[8:] == [
        "",
        "seat 0    50 écus  stalls I I I I II II II III III IIII  secret tile",
        "seat 1    50 écus  stalls I I I I II II II III III IIII  secret tile",
        "stack 20",
    ]


def test_an_open_stack_is_listed_from_the_top() -> None:
    deal = {"first": 0, "rounds": [TILES[::-1]]}
    drawing = GAME.start(2, options={"rounds": 1, "tiles": "open"}, deal=deal).render()
    assert drawing.splitlines()[-2:] == [
        "stack 22",
        "next: curse, fire, fire, purse, tax -6, preacher -5, cardsharp -4, thief -3, quack -2, beggar -1, "
        "queen +6, king +6, abbess +5, bishop +5, lady +4, knight +4, burgheress +3, burgher +3, "
        "farmeress +2, farmer +2, maid +1, farmhand +1",
    ]
