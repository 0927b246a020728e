"""Twin worlds: what somebody was sent must fit every deal that looks the same to them.

A story is a finished game as the database has it. For each message there is a twin of the world in which everything
that its receiver cannot know (by `ledger`) is shuffled; the message must be what the twin would have sent.
"""

import random
import re
from collections.abc import Iterable, Set
from functools import cache, cached_property
from typing import Any, NamedTuple

import orjson
import pytest

import estaminet
from estaminet.engine.errors import IllegalAction
from estaminet.engine.position import Position
from estaminet.server.live import messages
from tests.server.ledger import WATCH, Deal, Impossible, Move, Place, Seen
from tests.server.people import Json
from tests.server.servers import RunningServer

CANARY = re.compile(r"canary-[a-z0-9]+-[a-z0-9_]+")
TAG = re.compile(r"canary-[a-z0-9]+-")
ENDINGS = ("moved", "resigned", "left", "given", "flagged", "stop_offered", "stop_accepted", "expired")
ATTEMPTS = 6
RETOLD = ("reeperbahn",)
"""Games in which other hidden cards could have made another story: it has to be told again, and be the same."""


class Leak(AssertionError):
    """The canary sings."""


def hold(condition: object, *what: object) -> None:
    if not condition:
        raise Leak(*what)


class Happened(NamedTuple):
    """A line of the log, as the database keeps it."""

    number: int
    kind: str
    seat: int | None
    person: str | None
    text: str


class Attempt(NamedTuple):
    """An action that was refused, and what was said."""

    number: int
    seat: int
    action: str
    refusal: Json


class Story:
    """The events of a table, and who may know of them."""

    def __init__(self, server: RunningServer, table: str, record: Json) -> None:
        """The record gives the deal; all else comes from the database."""
        self.table = table
        self.deal: Deal = record["deal"]
        self.game = estaminet.game(record["game"])
        self.players: int = record["players"]
        self.options: Json = record["options"]
        ((terms,),) = server.query("SELECT terms FROM tables WHERE id = ?", table)
        self.terms: Json = orjson.loads(terms)
        self.events = [Happened(*row[:5]) for row in sorted(server.events(table))]
        self.start = next(event.number for event in self.events if event.kind == "started")
        self.end = max(event.number for event in self.events if event.kind in ENDINGS)
        self.checked = 0
        self.twins = 0
        """How many messages were held against a world that really is another one."""
        self._rng = random.Random(7)
        self._look_back = cache(lambda number: self._watch(self.deal, number))
        self._to_move = cache(lambda number: self.world(self.deal, number).to_move)
        self._twin = cache(self.twin)
        self._view = cache(lambda number, seat: plain_view(self.world(self._twin(number, seat), number), seat))

    @cached_property
    def moves(self) -> list[list[Move]]:
        """For every event number the actions that then counted."""
        moves: list[list[Move]] = [[]]
        for event in self.events:
            last = moves[-1]
            if event.kind == "moved" and event.seat is not None:
                last = [*last, Move(event.seat, event.text)]
            elif event.kind == "undone":
                last = last[:-1]
            moves.append(last)
        return moves

    @cached_property
    def people(self) -> list[list[str | None]]:
        """For every event number who sat on each seat."""
        sitting: list[str | None] = list(self.terms["people"])
        after = [sitting]
        for event in self.events:
            sitting = list(sitting)
            if event.kind == "sat" and event.seat is not None:
                sitting[event.seat] = event.person
            elif event.kind == "left":
                sitting = [None if person == event.person else person for person in sitting]
            elif event.kind == "given" and event.seat is not None:
                sitting[event.seat] = None
            after.append(sitting)
        return after

    # Worlds

    def world(self, deal: Deal, number: int) -> Position:
        """The position after an event, had the deal been this one."""
        position = self.game.start(self.players, options=self.options, deal=deal)
        for _, text in self.moves[number]:
            carry_out(position, text)
        return position

    def seen(self, number: int) -> list[Seen]:
        """What everybody has seen up to an event; what was taken back is not forgotten."""
        return [self._look_back(each) for each in self._branches(number)]

    def _branches(self, number: int) -> list[int]:
        return [*(event.number - 1 for event in self.events[:number] if event.kind == "undone"), number]

    def _watch(self, deal: Deal, number: int) -> Seen:
        return WATCH[self.game.name](deal, self.players, self.moves[number], self._to_move(number))

    def twin(self, number: int, seat: int | None) -> Deal:
        """Another deal that looks the same to a seat, or to a spectator; the true one if none is found."""
        truth = self.seen(number)
        known = {place for seen in truth for place in seen.by[seat]}
        hidden = [[place for place in group if place not in known] for group in truth[-1].groups]
        for attempt in range(ATTEMPTS):
            deal = copy_deal(self.deal)
            for places in hidden if attempt % 2 == 0 else hidden[-1:]:
                shuffle_places(deal, places, self._rng)
            if deal != self.deal and (self.game.name not in RETOLD or self._looks_alike(deal, number, seat)):
                return deal
        return self.deal

    def _looks_alike(self, deal: Deal, number: int, seat: int | None) -> bool:
        try:
            told = [self._watch(deal, each) for each in self._branches(number)]
        except Impossible:
            return False
        return [seen.by[seat] for seen in told] == [seen.by[seat] for seen in self.seen(number)]

    # Messages

    def check_picture(self, person: str | None, text: str) -> None:
        """Whether an update tells its receiver only what they may know."""
        message, marked = orjson.loads(TAG.sub("", text)), orjson.loads(text)
        check_members(message)
        number, you, table = message["number"], message["you"], message["table"]
        own = [seat for seat, sitting in enumerate(self.people[number]) if person and sitting == person]
        hold(you["seats"] == own, "seats of somebody else", you)
        hold(you["watched_seat"] in (None, *own), "looks at the cards of somebody else", you)
        hold(you["invitation"] == (self.terms["invitation"] if own else None), "the invitation", you)
        hold(type(you["can_undo"]) is bool and type(you["is_owner"]) is bool, "something else", you)
        hold(table["options"] == self.options and table["id"] == self.table, "the table", table)
        hold(number >= self.end or (table["proof"], table["outcome"]) == (None, None), "the proof", table)
        self._check_words(marked)
        if number < self.start:
            hold(message["view"] is None, "a view before the deal")
            return
        seat = you["watched_seat"]
        deal, expected = self._twin(number, seat), self._view(number, seat)
        self.checked += 1
        self.twins += deal is not self.deal
        hold(message["view"] == expected, "the view of", seat, differences(message["view"], expected))
        self._check_events(message["events"], number, deal)
        self._check_names(marked, number, seat)

    def check_views(self, person: str | None, text: str) -> None:
        """Whether earlier positions tell their receiver only what their seat knew then."""
        message = orjson.loads(TAG.sub("", text))
        hold(message.keys() == messages.ViewsMessage.__annotations__.keys(), "more than views", message)
        number, views = message["number"], message["views"]
        own = [seat for seat, sitting in enumerate(self.people[number]) if person and sitting == person]
        seat = own[0] if len(own) == 1 else None
        counted = self.moves[number]
        hold([view["ply"] for view in views] == list(range(len(counted) + 1))[-len(views) :], "other positions", views)
        for view in views:
            then = max(each for each in range(self.start, number + 1) if self.moves[each] == counted[: view["ply"]])
            hold(view == self._view(then, seat), "an earlier view of", seat, differences(view, self._view(then, seat)))

    def _check_words(self, message: Json) -> None:
        """Cards are named in the view and in what is told of an action, nowhere else."""
        events = [{**event, "lines": None} for event in message["events"]]
        others = orjson.dumps({**message, "view": None, "events": events}).decode()
        hold(not CANARY.search(others), "a card where none belongs", others)

    def _check_events(self, events: list[Json], last: int, deal: Deal) -> None:
        """The log is what happened; what an action did is told as in the twin."""
        if not events:
            return
        first: int = events[0]["number"]
        hold([event["number"] for event in events] == list(range(first, last + 1)), "other events", events)
        position = self.world(deal, first - 1) if first > self.start else None
        for event in events:
            happened = self.events[event["number"] - 1]
            hold((event["kind"], event["seat"], event["text"]) == (happened.kind, happened.seat, happened.text), event)
            told: list[Any] = []
            if happened.kind in ("started", "undone"):
                position = self.world(deal, happened.number)
            elif happened.kind == "moved" and position:
                before = position.known_to()
                carry_out(position, happened.text)
                action = self.game.actions[position.history[-1]]
                told = [each._asdict() for each in self.game.describe(before, action, position.known_to())]
            hold(event["lines"] == plain(told), "what an action did", event, told)

    def _check_names(self, message: Json, number: int, seat: int | None) -> None:
        """Whoever is told a card's name has seen it, except in lists of unseen cards."""
        message["view"]["board"].pop("unseen", None)
        shown = set(CANARY.findall(orjson.dumps(message).decode()))
        known = {name for seen in self.seen(number) for names in seen.by[seat].values() for name in names}
        hold(shown <= known, "cards that nobody showed them", shown - known)

    def check_refusal(self, attempt: Attempt) -> None:
        """In the twin the same action is refused in the same words."""
        refusal = orjson.loads(TAG.sub("", orjson.dumps(attempt.refusal).decode()))
        hold(refusal.keys() == messages.RefusalMessage.__annotations__.keys(), "more than a refusal", refusal)
        world = self.world(self._twin(attempt.number, attempt.seat), attempt.number)
        with pytest.raises(IllegalAction) as error:
            world.play(attempt.action)
        expected = (error.value.sentence, error.value.rule)
        hold((refusal["sentence"], refusal["rule"]) == expected, "a refusal", refusal, expected)

    def check_undo(self) -> None:
        """Nobody saw anything new by an action that they could take back."""
        for event in self.events:
            if event.kind == "undone":
                before, after = (self._look_back(number).by[event.seat] for number in (event.number, event.number - 1))
                hold(before == after, "undone after something came to light", event)


def carry_out(position: Position, text: str) -> None:
    """Without asking whether it is legal, which takes longer."""
    code = position.game.code(text)
    position.game.kernel.apply(position.memory, code)
    position.history.append(code)


def check_members(message: Json) -> None:
    """An update has the members that the protocol knows, and no other."""
    table = message["table"]
    clock: Iterable[tuple[Json | None, type]] = [(message["clock"], messages.ClockMessage)]
    parts = [(message, messages.UpdateMessage), (table, messages.TableMessage), (message["you"], messages.YouMessage)]
    parts += [(seat, messages.SeatMessage) for seat in table["seats"]]
    parts += [(event, messages.EventMessage) for event in message["events"]]
    for part, kind in (*parts, *clock):
        if part is not None:
            known: Set[str] = kind.__annotations__.keys()
            needed: Set[str] = getattr(kind, "__required_keys__")  # noqa: B009  # a type has none for mypy
            hold(needed <= part.keys() <= known, "members that the protocol does not know", part)


def copy_deal(deal: Deal) -> Deal:
    copied: Deal = orjson.loads(orjson.dumps(deal))
    return copied


def shuffle_places(deal: Deal, places: list[Place], rng: random.Random) -> None:
    """The same cards at these places, in another order."""
    lists = [deal[str(name)][between[0]] if between else deal[str(name)] for name, *(*between, _) in places]
    cards = [cards[place[-1]] for cards, place in zip(lists, places, strict=True)]
    rng.shuffle(cards)
    for into, place, card in zip(lists, places, cards, strict=True):
        into[place[-1]] = card


def plain_view(position: Position, seat: int | None) -> Json:
    """A view as it travels: of actions only their texts."""
    view = position.view(seat)
    texts = [action["text"] for action in view["legal"]]
    sent: Json = plain({**view, "legal": texts, "effects": position.own_view(seat)["effects"]})
    return sent


def plain(data: object) -> Any:  # noqa: ANN401  # whatever it was
    """As it is after a journey."""
    return orjson.loads(orjson.dumps(data))


def differences(got: Json, expected: Json) -> list[tuple[str, object, object]]:
    """The differences, for a failure's report."""
    pairs = {**expected, **expected["board"]}, {**got, **got["board"]}
    return [(name, pairs[1].get(name), pairs[0].get(name)) for name in pairs[0] | pairs[1]
            if name != "board" and pairs[0].get(name) != pairs[1].get(name)]  # fmt: skip
