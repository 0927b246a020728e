"""Records: a whole game in one line; what breaks a rule is refused with the index of the action."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import estaminet
from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.engine.record import FORMAT, Record, read_lines
from estaminet.games import REGISTRY


def played(actions: int = 10_000) -> estaminet.Position:
    position = estaminet.game("poule").start(players=2, seed=1, options={"rounds": 1})
    while not position.is_over and len(position.history) < actions:
        position.play(position.legal()[-1])
    return position


LINE = Record.of(played(), with_legal=True).to_json()


def changed(**members: object) -> str:
    data = json.loads(LINE)
    del data["legal"]
    return json.dumps({name: value for name, value in (data | members).items() if value is not ...})


def test_a_record_is_what_the_rules_pages_say() -> None:
    position = played(3)
    assert json.loads(Record.of(position).to_json()) == {
        "format": FORMAT,
        "game": "poule",
        "players": 2,
        "options": position.options,
        "deal": position.deal.values,
        "actions": position.actions,
    }


def test_a_finished_game_has_scores_and_winners() -> None:
    data = json.loads(LINE)
    assert (data["scores"], data["winners"]) == (played().scores(), played().winners())


def test_legal_lists_are_sorted_and_one_for_every_action() -> None:
    data = json.loads(LINE)
    assert len(data["legal"]) == len(data["actions"])
    assert all(texts == sorted(texts) for texts in data["legal"])
    assert all(action in texts for action, texts in zip(data["actions"], data["legal"], strict=True))


@pytest.mark.parametrize("stop", [0, 1, 20])
def test_a_record_may_stop_between_any_two_actions(stop: int) -> None:
    position = played(stop)
    assert estaminet.read_record(Record.of(position).to_json()).replay().actions == position.actions


def test_options_left_out_take_their_defaults() -> None:
    position = estaminet.game("poule").start(players=2, seed=1)
    data = json.loads(Record.of(position).to_json())
    del data["options"]["wizard"]
    assert estaminet.read_record(json.dumps(data)).start.options == position.options
    del data["options"]
    assert estaminet.read_record(json.dumps(data)).start.options == position.options


def test_members_that_others_add_do_not_disturb() -> None:
    assert estaminet.read_record(changed(event="Friday evening")).replay().is_over


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "not JSON"),
        ("[]", "a record is a JSON object"),
        ("[" * 100_000, "not JSON"),
        (changed(format="estaminet-record/2"), "format of a record is 'estaminet-record/1', not 'estaminet-record/2'"),
        (changed(format=...), "lacks its member format"),
        (changed(game=3), "game is a text, not 3"),
        (changed(game="chess"), "no game 'chess'"),
        (changed(players=True), "players is a whole number"),
        (changed(players=9), "2 to 4 players"),
        (changed(options=[]), "options is an object"),
        (changed(options={"rounds": 10}), "rounds cannot be 10"),
        (changed(options={"rounds": 1, "stakes": 1}), "no option 'stakes'"),
        (changed(deal={}), "lacks its part first"),
        (changed(actions="draw"), "actions is a list"),
        (changed(actions=[1]), "actions holds lists of texts only"),
        (changed(legal=[["draw"], 1]), "legal holds lists of texts only"),
        (changed(winners=...), "both scores and winners"),
        (changed(scores=["1"]), "scores holds numbers only"),
        (changed(winners=[0.0]), "winners holds seat numbers only"),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(line: str, complaint: str) -> None:
    with pytest.raises(EstaminetError, match=complaint):
        estaminet.read_record(line)


def with_action(index: int, text: str) -> list[str]:
    actions: list[str] = json.loads(LINE)["actions"]
    return [*actions[:index], text, *actions[index + 1 :]]


@pytest.mark.parametrize(
    ("line", "index", "rule", "complaint"),
    [
        (changed(actions=with_action(2, "stall I " + with_action(0, "")[1][-2:])), 2, "P3.1", "is not empty"),
        (changed(actions=with_action(4, "dance")), 4, None, "no action of poule"),
        (changed(actions=[*with_action(0, "pass")]), 0, "P3.4", "another action is possible"),
        (changed(actions=[*json.loads(LINE)["actions"], "draw"]), len(json.loads(LINE)["actions"]), "P5.1", "is over"),
        (changed(actions=json.loads(LINE)["actions"][:-1]), None, "P5.1", "not over, but the record has scores"),
        (changed(scores=..., winners=...), None, "P5.1", "over, but the record has no scores"),
        (changed(scores=[0, 0]), None, "P5.1", r"scores are .*, not \[0, 0\]"),
        (changed(winners=[]), None, "P5.1", r"winners are .*, not \[\]"),
        (changed(legal=[]), None, None, "0 lists of legal ones"),
        (changed(legal=[[]] * len(json.loads(LINE)["actions"])), 0, None, "not what the rules allow"),
    ],
)
def test_a_record_that_breaks_a_rule_names_the_action_and_the_rule(
    line: str, index: int | None, rule: str | None, complaint: str
) -> None:
    with pytest.raises(BadRecord, match=complaint) as caught:
        estaminet.read_record(line).replay()
    assert (caught.value.action_index, caught.value.rule) == (index, rule)


def replay_all(file: Path) -> list[estaminet.Position]:
    return [estaminet.read_record(line).replay() for _, line in read_lines(file)]


@pytest.mark.compiled
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=200)
@given(content=st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
@example(content=b"\xff\xfe")
@example(content=b'{"format": NaN}')
@example(content=b"1" * 5000)
@example(content=b'"\\ud800"')
@example(content=b"\n\n{}")
def test_any_bytes_as_a_record_file_give_an_error_not_a_crash(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "any.jsonl"
    file.write_bytes(content)
    with pytest.raises(EstaminetError):
        replay_all(file)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@pytest.mark.compiled
@settings(deadline=None, max_examples=300)
@given(
    name=st.sampled_from(["format", "game", "players", "options", "deal", "actions", "scores", "winners"]), value=JSON
)
def test_any_value_in_any_member_is_read_or_refused(name: str, value: object) -> None:
    """Whatever stands in a member, the record is the same as before or there is a typed error."""
    try:
        record = estaminet.read_record(changed(**{name: value}))
        record.replay()
    except EstaminetError:
        return
    assert json.loads(record.to_json())[name] == json.loads(changed())[name]


@pytest.mark.parametrize("name", REGISTRY.names())
@settings(deadline=None, max_examples=10)
@given(data=st.data())
def test_replay_gives_the_same_game(name: str, data: st.DataObject) -> None:
    """Any game that legal actions lead to is read back as the same bytes."""
    game = estaminet.game(name)
    players = data.draw(st.sampled_from(list(game.seats)))
    position = game.start(players, seed=data.draw(st.integers()))
    for _ in range(data.draw(st.integers(0, 40))):
        if legal := position.legal():
            position.play(data.draw(st.sampled_from(legal)))
    replayed = estaminet.read_record(Record.of(position).to_json()).replay()
    assert replayed.memory.tobytes() == position.memory.tobytes()


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("layout", "games"),
    [
        (lambda line: line, 1),
        (lambda line: f"{line}\n\n{line}\n", 2),
        (lambda line: json.dumps(json.loads(line), indent=2), 1),
    ],
)
def test_a_file_is_json_lines_or_one_object(layout: Callable[[str], str], games: int, tmp_path: Path) -> None:
    file = write(tmp_path / "games.jsonl", layout(LINE))
    assert [position.is_over for position in replay_all(file)] == [True] * games


# Variations


def with_variations(*variations: object) -> str:
    return changed(variations=list(variations))


def other_way(at: int) -> dict[str, object]:
    """The game as it would have gone with the first of what was possible from an action on."""
    position = played(at)
    while not position.is_over:
        position.play(position.legal()[0])
    return {
        "at": at, "name": "the other way", "seat": 1, "actions": position.actions[at:],
        "scores": position.scores(), "winners": position.winners(),
    }  # fmt: skip


def nested(depth: int) -> dict[str, object]:
    variation: dict[str, object] = {"at": 0, "actions": []}
    for _ in range(depth - 1):
        variation = {"at": 0, "actions": [], "variations": [variation]}
    return variation


def test_a_record_keeps_its_variations() -> None:
    inner = {"at": 30, "actions": other_way(20)["actions"][10:15]}  # type: ignore[index]  # a list of texts
    line = with_variations(other_way(20) | {"variations": [inner]})
    record = estaminet.read_record(line)
    record.replay()
    assert json.loads(record.to_json()) == json.loads(line)
    assert record.variations[0].name == "the other way"


def test_a_variation_is_a_game_of_its_own() -> None:
    record = estaminet.read_record(with_variations(other_way(20)))
    other = record.follow(record.variations[0])
    assert other.actions[:20] == record.actions[:20]
    assert other.replay().scores() == other_way(20)["scores"]
    assert other.start.deal.values == record.start.deal.values


def test_a_variation_may_have_a_deal_of_its_own() -> None:
    position = played(2).imagine(1, seed=3)
    record = estaminet.read_record(with_variations({"at": 2, "actions": [], "deal": position.deal.values}))
    other = record.follow(record.variations[0])
    assert other.start.deal.values != record.start.deal.values
    assert other.replay().known_to(1).tobytes() == played(2).known_to(1).tobytes()


@pytest.mark.parametrize(
    ("variation", "sentence"),
    [
        ({"at": 20, "actions": ["pass"]}, "Variation 0: 'pass' is not possible"),
        ({"at": 20, "actions": ["nonsense"]}, "Variation 0: 'nonsense' is no action"),
        ({"at": 4000, "actions": []}, "begins after 4000 actions"),
        ({"at": -1, "actions": []}, "begins after -1 actions"),
        ({"at": 20, "actions": [], "deal": {}}, "Variation 0: The deal lacks"),
        (other_way(20) | {"scores": [1, 2]}, "Variation 0: The scores are"),
        (other_way(20) | {"scores": None}, "scores is a list"),
        ({"at": "20", "actions": []}, "at is a whole number"),
        ({"at": 20}, "lacks its member actions"),
        ("nonsense", "is a JSON object"),
        (nested(9), "at most 8 deep"),
        (nested(200), "at most 8 deep"),
    ],
)
def test_what_is_wrong_with_a_variation_is_said(variation: object, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        estaminet.read_record(with_variations(variation)).replay()


def test_a_record_has_only_so_many_variations() -> None:
    full = [{"at": 0, "actions": []}] * 100
    estaminet.read_record(with_variations(*full)).replay()
    with pytest.raises(BadRecord, match="at most 100 variations"):
        estaminet.read_record(with_variations(*full, full[0]))
    with pytest.raises(BadRecord, match="at most 100 variations"):
        estaminet.read_record(with_variations(*full[1:], nested(2)))
