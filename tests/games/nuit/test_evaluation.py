"""The hand-written evaluation: what it promises each seat, at every stage of a turn."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from estaminet.engine.jit.compiler import compile_functions
from estaminet.engine.position import Position
from estaminet.games.nuit import rules
from estaminet.games.nuit.evaluation import evaluate
from tests.games.nuit.tables import EMPTY, NUIT, play, set_table, state_of

OF_SEATS = (
    "start_tiles", "hands", "is_known", "tiles", "guests", "money", "sitting", "worth", "free_seats", "empty",
    "of_kind", "with_room", "with_guests",
)  # fmt: skip
BAR = "bar:B bar  . . .  . .  . . ."
RIVAL = "table:RR table  . . .  . .  . . ."


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    compile_functions("estaminet.games.nuit")


def judge(position: Position) -> list[float]:
    shares = np.full(position.players, np.nan)
    evaluate(position.memory, shares)
    return [float(share) for share in shares]


def after(position: Position, *actions: str) -> list[float]:
    return judge(play(position, *actions))


def walk(players: int, seed: int, **options: object) -> Iterator[Position]:
    """Every position of a game of random actions."""
    position = NUIT.start(players=players, seed=seed, options=options)
    chance = random.Random(seed)
    yield position
    while not position.is_over:
        position.play_code(chance.choice(position.legal_codes()))
        yield position


@pytest.mark.parametrize(("players", "options"), [(3, {}), (4, {"action_draw": "stack"}), (5, {"threshold": 0})])
def test_shares_add_up_to_one_at_every_stage_and_are_the_returns_in_the_end(
    players: int, options: dict[str, object]
) -> None:
    stages = set()
    for position in walk(players, 11, **options):
        before = position.memory.copy()
        shares = judge(position)
        assert sum(shares) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in shares)
        assert np.array_equal(before, position.memory)
        stages.add(int(state_of(position).stage))
    returns = np.zeros(players)
    NUIT.kernel.returns(position.memory, returns)
    assert shares == returns.tolist()
    assert stages == set(range(rules.OVER + 1))


@pytest.mark.compiled
def test_nothing_depends_on_the_order_of_the_stacks() -> None:
    shares = np.zeros(4)
    for position in walk(4, 5):
        memory = position.memory.copy()
        memory.view(rules.STATE)[0].stacks[:] = rules.UNKNOWN
        evaluate(memory, shares)
        assert shares.tolist() == judge(position)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_turning_the_table_turns_the_shares(players: int) -> None:
    for number, position in enumerate(walk(players, 23)):
        if position.is_over or number % 3:
            continue
        twin = NUIT.start(players=players, seed=23)
        twin.memory[:] = position.memory
        state = state_of(twin)
        for name in OF_SEATS:
            field = getattr(state, name)
            field[:players] = np.roll(field[:players], 1, axis=0)
        for name in ("turn", "decides", "from_pub"):
            if getattr(state, name) != rules.NONE:
                setattr(state, name, (int(getattr(state, name)) + 1) % players)
        assert judge(twin) == pytest.approx(np.roll(judge(position), 1).tolist())


def test_more_money_is_better_and_more_so_near_the_end() -> None:
    gains = []
    for tips in ((30, 40, 50, 50, 60, 70), (30, 40, 50), (70, 40)):
        position = set_table(BAR, RIVAL, RIVAL, tips=tips)
        even = judge(position)
        state_of(position).money[0] += 50
        richer = judge(position)
        assert richer[0] > even[0]
        assert richer[1] < even[1]
        gains.append(richer[0] - even[0])
    assert gains == sorted(gains)


def test_guests_are_better_than_free_seats_and_blue_ones_better_than_yellow() -> None:
    blue, yellow, none = (
        judge(set_table(f"bar{guests} bar  . . .  . .  . . .", RIVAL, RIVAL))[0] for guests in (":BB", ":YY", "")
    )
    assert blue > yellow > none


def test_room_for_an_open_guest_card_is_better_than_the_same_room_without_one() -> None:
    fitting, other = (
        judge(set_table(BAR, RIVAL, RIVAL, open_guests=(card, "-", "-")))[0] for card in ("bar RBB", "dance RRBB")
    )
    assert fitting > other


def test_a_tile_is_better_than_an_empty_space() -> None:
    assert judge(set_table(BAR, RIVAL, EMPTY))[2] < judge(set_table(BAR, RIVAL, "table . . . . . . . . ."))[2]


def test_a_to_card_is_better_where_its_guests_would_come() -> None:
    with_room, without = (
        judge(set_table(BAR, RIVAL, RIVAL, hands={0: (card, "-")}))[0] for card in ("to bar", "to dance")
    )
    assert with_room > without


def test_waiting_guests_belong_to_the_pub_that_seats_them() -> None:
    cards = ("bar RBB", "bar RR", "-")
    rich = set_table(BAR, RIVAL, EMPTY, open_guests=cards)
    poor = set_table(BAR, RIVAL, EMPTY, open_guests=cards)
    waiting = after(rich, "host 0")
    assert waiting[0] > after(poor, "host 1")[0]
    assert after(rich, "seat i1", "seat i2", "seat i2")[0] == pytest.approx(waiting[0], abs=0.02)


def test_seats_that_the_waiting_guests_take_are_no_longer_free() -> None:
    hosted = set_table(BAR, RIVAL, EMPTY, open_guests=("bar RBB", "bar RR", "-"))
    alone = set_table(BAR, RIVAL, EMPTY, open_guests=("bar RBB", "-", "-"))
    assert after(hosted, "host 0") == pytest.approx(after(alone, "host 0"))


def test_N7_1_whoever_leads_with_the_last_tip_and_is_to_move_has_won() -> None:
    position = set_table(BAR, RIVAL, RIVAL, tips=(70,))
    assert judge(position) == [1, 0, 0]
    state_of(position).money[1] += 70
    assert judge(position)[0] < 0.5


def test_N4_3_not_without_a_guest() -> None:
    position = set_table("bar bar  . . .  . .  . . .", RIVAL, RIVAL, tips=(70,))
    assert judge(position)[0] < 1


def test_N7_1_the_next_to_lead_with_the_last_tip_is_better_off_than_one_later() -> None:
    position = set_table(EMPTY, RIVAL, RIVAL, tips=(50,))
    shares = judge(position)
    assert shares[1] > shares[2] > shares[0]


def lure(*actions: str) -> float:
    """The share of a mover who has collected and holds a card that can bring two blue guests."""
    plans = (BAR, "table:BB table:Y  . . .  . .  . . .", EMPTY)
    hands = {0: ("from table unpaid", "from dance")}
    position = set_table(*plans, hands=hands, second_action=True, tips=(30, 40, 50))
    return after(position, "cash", *actions)[0]


def test_N5_2_a_card_is_as_good_as_the_best_tile_and_kind_that_can_be_named() -> None:
    assert lure("card 0") == pytest.approx(lure("card 0", "from 1 i1"))
    assert lure("card 0", "from 1 i1") == pytest.approx(lure("card 0", "from 1 i1", "to bar"), abs=0.05)
    assert lure("card 0") > lure("card 1") + 0.1


def test_N5_2_the_tile_with_the_best_guests_is_named_and_the_kind_that_brings_them_here() -> None:
    assert lure("card 0", "from 1 i1") > lure("card 0", "from 1 i2")
    assert lure("card 0", "from 1 i1", "to bar") > lure("card 0", "from 1 i1", "to dance")


def test_N5_2_a_move_to_come_counts_before_the_card_is_played() -> None:
    plans = (BAR, "table:BB table  . . .  . .  . . .", EMPTY)
    useful, useless = (
        after(set_table(*plans, hands={0: (card, "-")}, second_action=True, tips=(30, 40, 50)), "cash")[0]
        for card in ("to bar unpaid", "to table unpaid")
    )
    assert useful > useless + 0.1
