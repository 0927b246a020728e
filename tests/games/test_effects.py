"""What an action is said to do before anybody commits is what it does: the page shows it, and repeats no rule."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import estaminet
from estaminet.engine.position import Position
from tests.games.nuit.tables import EMPTY, set_table

pytestmark = pytest.mark.compiled


def positions(name: str, games: int = 2, **options: object) -> Iterator[tuple[Position, dict[str, Any]]]:
    """Positions of random games with what is said of every legal action."""
    game, rng = estaminet.game(name), random.Random(name)
    for seed in range(games):
        position = game.start(seed=seed, options=options)
        while position.to_move is not None:
            own = position.own_view(position.to_move)
            assert len(own["effects"]) == len(own["legal"])
            yield position, dict(zip(own["legal"], own["effects"], strict=True))
            kinds = sorted({text.split()[0] for text in position.legal()})
            kind = rng.choice([kind for kind in kinds if kind != "cash" or rng.random() < 0.1] or kinds)
            position.play(rng.choice([text for text in position.legal() if text.split()[0] == kind]))


def play(position: Position, *texts: str) -> Position:
    after = position.copy()
    for text in texts:
        after.play(text)
    return after


def board(position: Position) -> dict[str, Any]:
    return dict(position.view()["board"])


@pytest.mark.parametrize("edition", ["reeperbahn", "royal_visit"])
def test_figures_and_charly_stand_where_it_was_said(edition: str) -> None:
    for position, effects in positions("reeperbahn", edition=edition):
        seat, was = position.to_move, board(position)["figures"]
        for text, effect in effects.items():
            after = play(position, text)
            now = board(after)["figures"]
            moved = {name: square for name, square in now.items() if name != "charly" and square != was[name]}
            assert effect["figures"] == moved
            assert effect["pull"] == board(after)["pull"][seat]
            assert effect["winners"] == after.winners()
            end = play(after, "end") if after.to_move == seat else after
            assert effect["charly"] == board(end)["figures"]["charly"]


def test_charly_is_said_to_stop_at_the_first_square_of_an_entrance() -> None:
    for position, _ in positions("reeperbahn", games=4):
        view = board(position)
        steps, charly = view["pull"], view["figures"]["charly"]
        assert view["charly_after"] == [max(charly - steps[0], 2), min(charly + steps[1], 16)]


def test_what_comes_to_the_own_pub_in_nuit_is_what_was_said() -> None:
    kinds = set()
    for position, effects in positions("nuit"):
        seat = position.to_move or 0
        was = {space["space"]: space for space in board(position)["pubs"][seat]["spaces"]}
        for text, effect in effects.items():
            if "space" not in effect:
                continue
            kinds.add(text.split()[0])
            for space in board(play(position, text))["pubs"][seat]["spaces"]:
                before, is_meant = was[space["space"]], space["space"] == effect["space"]
                assert space["tile"] == (effect.get("tile", before["tile"]) if is_meant else before["tile"])
                come = {colour: space["guests"][colour] - count for colour, count in before["guests"].items()}
                assert come == (effect.get("guests", EMPTY_GROUP) if is_meant else EMPTY_GROUP)
    assert kinds == {"put", "equip", "seat"}


EMPTY_GROUP = {"yellow": 0, "red": 0, "blue": 0}


@pytest.mark.compiled
def test_guests_go_where_it_was_said_and_pay_what_was_said() -> None:
    ends = set()
    for position, effects in positions("nuit", games=1):
        for text, effect in effects.items():
            if "walks" not in effect:
                continue
            assert list(list_steps(position, text)) == [
                (walk["pub"], walk["space"], walk["furniture"]) for walk in effect["walks"]
            ]
            for walk in effect["walks"]:
                after = play(position, *steps_of(position, text, walk))
                lines = {line.key: line.arguments for line in after.log()[-1]}
                assert walk["to"] == lines.get("nuit.find_room", {}).get("pub")
                assert walk["pay"] == lines.get("nuit.paid", {}).get("amount", 0)
                ends.add((walk["to"] is None, walk["to"] == walk["pub"], walk["pay"] > 0))
    assert len(ends) == 5  # home, the same pub or another one; paid or not, and who stays pays nothing


def steps_of(position: Position, text: str, walk: dict[str, Any]) -> list[str]:
    """The actions that lead guests on this walk, with the one that is asked about first."""
    steps = [text]
    after = play(position, text)
    for step in (f"from {walk['pub']} {walk['space']}", f"to {walk['furniture']}"):
        if step in after.legal() and not text.startswith("to"):
            steps.append(step)
            after.play(step)
    return steps


def list_steps(position: Position, text: str) -> Iterator[tuple[int, str, str]]:
    """Every pub, space and kind of furniture with which guests can be moved after an action, from what is legal."""
    after = play(position, text)
    view = board(after)
    if text.startswith("card") and view["stage"] == "from":
        for step in after.legal():
            yield from list_steps(after, step)
    elif text.startswith("from"):
        _, pub, space = text.split()
        named = [step.split()[1] for step in after.legal()] if view["stage"] == "to" else [view_card(position)]
        yield from ((int(pub), space, kind) for kind in named)
    elif text.startswith("to"):
        leaving = board(position)["leaving"]
        yield leaving["pub"], leaving["space"], text.split()[1]


def view_card(position: Position) -> str:
    return str(board(position)["card"]["furniture"])


@pytest.mark.parametrize(
    ("plan", "guests", "is_forced"),
    [
        ("bar:Y bar:Y . . . . . . . .", "bar RR", True),  # guests who look alike fill all seats
        ("bar:Y bar . . . . . . . .", "bar RR", False),
        ("bar:Y bar:Y . . . . . . . .", "bar YB", False),
        ("bar . . . . . . . . .", "bar YB", True),  # one place alone
        ("billiards . billiards . . . . . . .", "billiards YRRB", False),
    ],
)
def test_guests_are_seated_without_asking_where_all_ways_look_the_same(plan: str, guests: str, is_forced: bool) -> None:  # noqa: FBT001  # a parameter
    position = set_table(plan, EMPTY, EMPTY, open_guests=(guests, "-", "-"))
    position.play("host 0")
    assert find_forced(position) == (position.legal()[0] if is_forced else None)


@pytest.mark.parametrize(("card", "forced"), [("from billiards", "card 0"), ("from bar", None), ("to dance", None)])
def test_a_last_card_is_played_without_asking_only_if_it_moves_nobody(card: str, forced: str | None) -> None:
    position = set_table("bar:RR . . . . . . . . .", EMPTY, EMPTY, hands={0: (card, "-")}, second_action=True)
    position.play("pass")
    assert position.legal() == ["card 0"]
    assert find_forced(position) == forced


def find_forced(position: Position) -> str | None:
    own = position.own_view(position.to_move)
    forced = [text for text, effect in zip(own["legal"], own["effects"], strict=True) if effect.get("is_forced")]
    return forced[0] if forced else None


def test_a_game_need_not_say_anything() -> None:
    position = estaminet.game("poule").start(seed=1)
    assert position.own_view(position.to_move)["effects"] == ()


def test_only_whoever_is_to_move_is_told() -> None:
    position = estaminet.game("nuit").start(seed=1)
    assert position.to_move == 0
    assert position.own_view(0)["effects"]
    assert position.own_view(1)["effects"] == position.own_view()["effects"] == ()


def test_a_whole_turn_is_foreseen_step_by_step() -> None:
    told = 0
    for position, _ in positions("nuit", games=1):
        turn: list[str] = []
        after = position.copy()
        while after.to_move == position.to_move and len(turn) < 3 and after.legal()[0] != "cash":
            turn.append(after.legal()[-1])
            said = dict(zip(*(after.own_view(after.to_move)[part] for part in ("legal", "effects")), strict=True))
            after.play(turn[-1])
            effect = {key: value for key, value in said[turn[-1]].items() if key != "is_forced"}
            found = {key: value for key, value in position.foresee(turn)[-1].items() if key != "is_forced"}
            assert found == effect
            told += bool(effect)
    assert told > 20
