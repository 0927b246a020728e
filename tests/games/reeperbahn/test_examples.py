"""R10: the worked examples of the rules page."""

from tests.games.reeperbahn.table import begin, hand, play, squares


def test_R10_1_court_and_two_lilli_cards() -> None:
    street = """
        .w....L.e........
        ..........h......
        ...........l.....
        ........c........
    """
    position = begin("lilli*4 hans2*4", stack="flank lola0 lola0 guard1", street=street)
    play(position, "court", "lilli", "lilli")
    assert squares(position, "w", "lilli", "e") == [1, 4, 8]
    assert hand(position, 0).total() == 4
    position.play("end")
    assert hand(position, 0) == {**dict.fromkeys(hand(position, 0), 0), "hans2": 4, "flank": 1, "lola0": 2, "guard1": 1}
    assert squares(position, "charly") == [7]
    assert position.to_move == 1


def test_R10_2_lola_by_way_of_the_centre() -> None:
    street = """
        ....w...L...e....
        ..........h......
        .............l...
        ........c........
    """
    position = begin("lola0 lola5", street=street)
    play(position, "lola0", "lola5")
    assert squares(position, "lola") == [4]
    position.play("end")
    assert squares(position, "charly") == [9]
