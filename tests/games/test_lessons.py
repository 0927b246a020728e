"""The first lesson of every game can be played, word by word, and leaves somebody in the middle of a game."""

import json
from importlib.resources import files

import pytest

import estaminet
from estaminet.engine.game import Game, Lesson
from estaminet.engine.record import Record
from estaminet.games import REGISTRY

LEARNED = ("poule", "reeperbahn", "nuit")


@pytest.fixture(params=LEARNED)
def game(request: pytest.FixtureRequest) -> Game:
    return estaminet.game(request.param)


def lesson_of(game: Game) -> Lesson:
    assert game.lesson is not None
    return game.lesson


def test_every_action_of_a_lesson_is_legal_and_the_game_goes_on_after_it(game: Game) -> None:
    text = (files(f"estaminet.games.{game.name}") / "lesson.json").read_bytes()
    last = Record.read(json.loads(text), REGISTRY.find).replay()
    assert last.actions == list(lesson_of(game).actions)
    assert not last.is_over


def test_a_step_is_said_when_the_learner_acts_and_each_of_their_turns_has_one(game: Game) -> None:
    lesson = lesson_of(game)
    position = game.start(lesson.players, options=lesson.options, deal=lesson.deal)
    movers = []
    for action in lesson.actions:
        movers.append(position.to_move)
        position.play(action)
    said = [step.at for step in lesson.steps]
    assert said == sorted(set(said))
    assert said[-1] == len(lesson.actions), "the last one says that one is on one's own now"
    assert all(movers[at] == lesson.seat for at in said[:-1])
    turns = {at for at, seat in enumerate(movers) if seat == lesson.seat and (at == 0 or movers[at - 1] != seat)}
    assert turns <= set(said)


def test_a_lesson_has_8_to_12_steps_and_every_one_says_something_else(game: Game) -> None:
    keys = [step.key for step in lesson_of(game).steps[:-1]]
    assert 8 <= len(keys) <= 12
    assert len(set(keys)) == len(keys)
