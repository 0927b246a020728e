"""The contract suite itself: each of its checks finds the game that breaks it."""

import secrets
from collections.abc import Callable, Iterator
from copy import copy

import numpy as np
import pytest

import estaminet
from estaminet.engine import contract
from estaminet.engine.contract import CONTRACT, Case, cases, check_game
from estaminet.engine.errors import ContractBroken
from estaminet.engine.game import Game, LogLine, Refusal
from estaminet.engine.jit.layout import Amounts, Codes, Memory, PackedOptions, Random
from estaminet.engine.jit.random import below
from estaminet.games.poule import rules

SMALL = {"rounds": 1}


@pytest.fixture
def game() -> Game:
    """A copy of a good game that a test may spoil."""
    spoilt = copy(estaminet.game("poule"))
    replace(spoilt, kernel=copy(spoilt.kernel))
    return spoilt


def replace(spoilt: object, **members: object) -> None:
    """Put other functions or values in the place of a game's, or its kernel's, own."""
    vars(spoilt).update(members)


def two_actions_with_one_text(game: Game) -> None:
    replace(game, actions=[*game.actions[:-1], game.actions[0]])


def legal_codes_backwards(game: Game) -> None:
    codes = game.kernel.codes
    replace(game.kernel, codes=lambda memory: codes(memory)[::-1])


def nobody_wins(game: Game) -> None:
    replace(game.kernel, returns=lambda _, out: out.fill(0))


def a_position_is_large(game: Game) -> None:
    replace(game.kernel, memory_bytes=2000)


def every_game_is_too_long(game: Game) -> None:
    replace(game.kernel, longest=3)


def records_start_elsewhere(game: Game) -> None:
    starts, start = iter(range(1000)), game.kernel.start

    def start_elsewhere(memory: Memory, players: int, options: PackedOptions, deal: Codes) -> None:
        start(memory, players, options, deal)
        memory[-1] = next(starts) % 200

    replace(game.kernel, start=start_elsewhere)


def chance_after_the_deal(game: Game) -> None:
    apply = game.kernel.apply

    def gamble(memory: Memory, action: int) -> None:
        apply(memory, action)
        memory[-1] = secrets.randbelow(256)

    replace(game.kernel, apply=gamble)


def a_piece_appears(game: Game) -> None:
    pieces = iter(range(1000))
    replace(game, census=lambda _: {"pieces": next(pieces)})


def hiding_twice_hides_more(game: Game) -> None:
    hide = game.kernel.hide

    def hide_more(memory: Memory, seat: int) -> None:
        hide(memory, seat)
        memory[-1] += 1

    replace(game.kernel, hide=hide_more)


def hides_money_from_the_rich(game: Game) -> None:
    hide = game.kernel.hide

    def hide_more(memory: Memory, seat: int) -> None:
        hide(memory, seat)
        if seat == 0:
            memory[-1] = 0xFF

    replace(game.kernel, hide=hide_more)


def forgets_whose_turn_it_is(game: Game) -> None:
    def canonicalize(memory: Memory) -> None:
        memory.view(rules.STATE)[0].turn = 0

    replace(game.kernel, canonicalize=canonicalize)


def forgets_who_is_rich(game: Game) -> None:
    def canonicalize(memory: Memory) -> None:
        memory.view(rules.STATE)[0].money[:] = (0, 5000, 0, 0)

    replace(game.kernel, canonicalize=canonicalize)


def forgets_one_thing_after_the_other(game: Game) -> None:
    def canonicalize(memory: Memory) -> None:
        memory.view(rules.STATE)[0].last_board[0] += 1

    replace(game.kernel, canonicalize=canonicalize)


def imagines_the_truth(game: Game) -> None:
    replace(game.kernel, determinize=lambda *_: None)


def redraws_a_hand(game: Game) -> None:
    determinize = game.kernel.determinize
    replace(game.kernel, redraw=lambda memory, rng: determinize(memory, 0, rng))


def redraws_out_of_nothing(game: Game) -> None:
    replace(game.kernel, redraw=lambda memory, _: memory.fill(0))


def redraws_in_ascending_order(game: Game) -> None:
    def redraw(memory: Memory, _: Random) -> None:
        state: rules.State = memory.view(rules.STATE)[0]
        state.shuffles[state.round_number, state.top : state.tiles].sort()

    replace(game.kernel, redraw=redraw)


def never_redraws_the_same(game: Game) -> None:
    """As Sattolo's shuffle: all orders are alike, but that nothing stays in its place."""

    def redraw(memory: Memory, rng: Random) -> None:
        state: rules.State = memory.view(rules.STATE)[0]
        for place in range(int(state.tiles) - 1, int(state.top), -1):
            other = int(state.top) + below(rng, place - int(state.top))
            tiles = state.shuffles[state.round_number]
            tiles[[place, other]] = tiles[[other, place]]

    replace(game.kernel, redraw=redraw)


def shows_everything(game: Game) -> None:
    replace(game.kernel, hide=lambda *_: None)


def shows_the_whole_record(game: Game) -> None:
    shows_everything(game)
    replace(game, view=lambda known, _: {"record": known.tobytes().hex()})


def view_is_not_plain_data(game: Game) -> None:
    replace(game, view=lambda *_: {"money": (1, 2)})


def keeps_what_is_its_own_from_the_view(game: Game) -> None:
    replace(game, own=lambda *_: {"secret": "mine"})


def shows_a_member_now_and_then(game: Game) -> None:
    honest = game.view
    replace(game, view=lambda known, seat: {**honest(known, seat), **({"odd": 1} if known.sum() % 2 else {})})


def judges_too_well(game: Game) -> None:
    replace(game.kernel, evaluate=lambda _, out: out.fill(1))


def judges_without_the_outcome(game: Game) -> None:
    replace(game.kernel, evaluate=lambda _, out: out.fill(1 / out.size))


def observes_half(game: Game) -> None:
    replace(game.kernel, encode=lambda _, __, out: out[:5].fill(0))


def observes_the_true_record(game: Game) -> None:
    replace(game.kernel, encode=lambda memory, _, out: out.fill(memory @ np.arange(memory.size)))


def makes_two_actions_one(game: Game) -> None:
    replace(game, seen_from=lambda text, _, seat: "draw" if seat else text)


def cannot_be_checked_from_other_seats(game: Game) -> None:
    other = {"draw": "pass", "pass": "draw"}
    replace(game, reseat=lambda *_: None, seen_from=lambda text, _, seat: other.get(text, text) if seat else text)


def confuses_two_actions(game: Game) -> None:
    other = {"draw": "pass", "pass": "draw"}
    replace(game, seen_from=lambda text, _, seat: other.get(text, text) if seat else text)


def does_not_move_along(game: Game) -> None:
    replace(game, reseat=lambda memory, *_: memory.copy())


def observes_the_number_of_its_seat(game: Game) -> None:
    replace(game.kernel, encode=lambda _, seat, out: out.fill(seat))


def writes_more_weights_than_there_is_space_for(game: Game) -> None:
    replace(game.kernel, most_outcomes=1)


def has_an_outcome_without_weight(game: Game) -> None:
    def draw_nothing(_: Memory, __: int, weights: Amounts) -> int:
        weights[0] = 0
        return 1

    replace(game.kernel, outcomes=draw_nothing)


def has_more_outcomes_than_it_says(game: Game) -> None:
    replace(game.kernel, outcomes=lambda *_: game.kernel.most_outcomes + 1)


def reveals_nothing(game: Game) -> None:
    replace(game.kernel, revealed=lambda _: 0)


def gives_no_rule(game: Game) -> None:
    replace(game, explain=lambda *_: Refusal("", "so."))


def tells_something_else(game: Game) -> None:
    replace(game, describe=lambda *_: [LogLine("poule.sings", {})])


def says_nothing(game: Game) -> None:
    replace(game, describe=lambda *_: [])


def leaves_out_arguments(game: Game) -> None:
    replace(game, describe=lambda *_: [LogLine("poule.stall", {"seat": 1})])


def has_no_sentence_for_a_key(game: Game) -> None:
    replace(game, sentences={"poule.stall": game.sentences["poule.stall"]})


def has_a_sentence_for_no_key(game: Game) -> None:
    replace(game, sentences={**game.sentences, "poule.sings": "La la."})


def a_sentence_with_a_gap_of_its_own(game: Game) -> None:
    replace(game, sentences={**game.sentences, "poule.pass": "{seat} passes after {tile}."})


def a_sentence_with_a_number_format(game: Game) -> None:
    replace(game, sentences={**game.sentences, "poule.gain": "{seat}: {amount:+}."})


def marks_one_seat(game: Game) -> None:
    replace(game, marks=("X",))


def marks_two_seats_alike(game: Game) -> None:
    replace(game, marks=("X", "X"))


@pytest.mark.parametrize(
    ("check", "spoil"),
    [
        (contract.keeps_actions_readable, two_actions_with_one_text),
        (contract.keeps_legal_actions_in_order, legal_codes_backwards),
        (contract.comes_to_an_end, nobody_wins),
        (contract.comes_to_an_end, every_game_is_too_long),
        (contract.keeps_small, a_position_is_large),
        (contract.gives_the_same_game_from_its_record, records_start_elsewhere),
        (contract.draws_all_chance_at_the_deal, chance_after_the_deal),
        (contract.keeps_its_pieces, a_piece_appears),
        (contract.hides_once_and_for_all, hiding_twice_hides_more),
        (contract.tells_spectators_what_everybody_knows, hides_money_from_the_rich),
        (contract.imagines_what_agrees, imagines_the_truth),
        (contract.imagines_what_agrees, shows_everything),
        (contract.redraws_what_nobody_knows, redraws_a_hand),
        (contract.redraws_what_nobody_knows, redraws_out_of_nothing),
        (contract.redraws_at_random, redraws_in_ascending_order),
        (contract.redraws_at_random, never_redraws_the_same),
        (contract.shows_nobody_more_than_they_know, shows_the_whole_record),
        (contract.shows_nobody_more_than_they_know, view_is_not_plain_data),
        (contract.shows_nobody_more_than_they_know, observes_the_true_record),
        (contract.shows_nobody_more_than_they_know, keeps_what_is_its_own_from_the_view),
        (contract.shows_the_same_members, shows_a_member_now_and_then),
        (contract.forgets_what_changes_nothing, forgets_whose_turn_it_is),
        (contract.forgets_what_changes_nothing, forgets_who_is_rich),
        (contract.forgets_what_changes_nothing, forgets_one_thing_after_the_other),
        (contract.judges_in_shares, judges_too_well),
        (contract.judges_in_shares, judges_without_the_outcome),
        (contract.observes_in_numbers, observes_half),
        (contract.numbers_actions_as_seats_see_them, makes_two_actions_one),
        (contract.numbers_actions_as_seats_see_them, cannot_be_checked_from_other_seats),
        (contract.looks_the_same_from_every_seat, confuses_two_actions),
        (contract.looks_the_same_from_every_seat, does_not_move_along),
        (contract.looks_the_same_from_every_seat, observes_the_number_of_its_seat),
        (contract.weighs_its_outcomes, writes_more_weights_than_there_is_space_for),
        (contract.weighs_its_outcomes, has_an_outcome_without_weight),
        (contract.weighs_its_outcomes, has_more_outcomes_than_it_says),
        (contract.shows_what_it_reveals, reveals_nothing),
        (contract.refuses_with_a_reason, gives_no_rule),
        (contract.logs_declared_lines, tells_something_else),
        (contract.logs_declared_lines, says_nothing),
        (contract.logs_declared_lines, leaves_out_arguments),
        (contract.has_a_sentence_for_every_key, has_no_sentence_for_a_key),
        (contract.has_a_sentence_for_every_key, has_a_sentence_for_no_key),
        (contract.has_a_sentence_for_every_key, a_sentence_with_a_gap_of_its_own),
        (contract.has_a_sentence_for_every_key, a_sentence_with_a_number_format),
        (contract.marks_every_seat, marks_one_seat),
        (contract.marks_every_seat, marks_two_seats_alike),
        (contract.can_be_copied_and_undone, chance_after_the_deal),
    ],
)
def test_a_game_that_breaks_the_contract_is_found(
    check: Callable[[Case], None], spoil: Callable[[Game], None], game: Game
) -> None:
    case = Case(game, 2, SMALL, seed=3)
    check(case)
    spoil(game)
    with pytest.raises(ContractBroken, match=r"^poule players=2 rounds=1 seed=3: "):
        check(case)


def test_every_check_has_a_game_that_it_finds() -> None:
    marks = test_a_game_that_breaks_the_contract_is_found.pytestmark  # type: ignore[attr-defined]
    assert {check for check, _ in marks[0].args[1]} == set(CONTRACT)


def test_cases_cover_every_player_count_and_every_value_of_every_option(game: Game) -> None:
    seen = list(cases(game, seeds=2))
    assert {case.players for case in seen} == {2, 3, 4}
    assert {case.seed for case in seen} == {0, 1}
    values = {(name, value) for case in seen for name, value in case.options.items()}
    assert values >= {("rounds", 1), ("rounds", 9), ("wizard", True), ("tiles", "open"), ("stalls_return", "none")}


@pytest.mark.compiled  # plain Python takes a minute for it, and the checks are tried one by one above
def test_a_whole_game_can_be_checked_at_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def one_case(game: Game, seeds: int) -> Iterator[Case]:
        yield Case(game, 2, SMALL, seeds)

    monkeypatch.setattr(contract, "cases", one_case)
    reported: list[Case] = []
    check_game(game, report=reported.append)
    assert len(reported) == 1
