"""Tables without a server: terms, people who have sat down, and what they ask, applied one after the other."""

import estaminet
from estaminet.engine.fairness import write_terms
from estaminet.engine.position import Position
from estaminet.server.rules.apply import apply
from estaminet.server.rules.commands import AskSeat, Command, Move, Sit, Start
from estaminet.server.rules.decide import decide, decide_flag, decide_house_move, decide_lapse
from estaminet.server.rules.events import Event
from estaminet.server.rules.permissions import Asker
from estaminet.server.rules.plan import TablePlan, Terms
from estaminet.server.rules.state import State
from tests.refusals import raises_code
from tests.server.people import seat_plan

SEED = bytes(range(32))
MINUTE = 60_000
GUESTS = ("anna", "bert", "carl", "dora")


class Table:
    """A table whose time stands still unless a test moves it. The seat ``for:bert`` is kept for Bert."""

    def __init__(self, game: str, seats: list[str], **plan: object) -> None:
        kept = [seat.removeprefix("for:") if seat.startswith("for:") else None for seat in seats]
        seats = ["open" if person else seat for seat, person in zip(seats, kept, strict=True)]
        settled = TablePlan.model_validate({"game": game, "seats": [seat_plan(seat) for seat in seats], **plan})
        found = estaminet.game(game)
        is_annas = [seat == "me" or seat.startswith("local:") for seat in seats]
        people = ["anna" if is_hers else person for is_hers, person in zip(is_annas, kept, strict=True)]
        names = ["Anna" if seat == "me" else seat.partition(":")[2] for seat in seats]
        names = [person.title() if person else name for person, name in zip(kept, names, strict=True)]
        self.now = 1_000_000
        self.events: list[Event] = []
        options = found.options.resolve(settled.options)
        self.state = State.of(
            Terms(
                id="table",
                invitation="come-in",
                game=found,
                options=options,
                plan=settled,
                owner="anna",
                people=tuple(people),
                names=tuple(names),
                seed=SEED,
                wording=write_terms("table", game, len(seats), options),
            )
        )

    def ask(self, person: str, command: Command) -> Event | None:
        """Have somebody ask something; the event that followed."""
        event = decide(self.state, Asker(person, person.title(), self.now), command)
        if event:
            self.happen(event)
        return event

    def happen(self, event: Event) -> None:
        """Have something happen at the table."""
        self.events.append(event)
        self.state = apply(self.state, event)

    def flag(self) -> Event | None:
        """Look at the clock, and at how long seats are kept."""
        event = decide_flag(self.state, self.now) or decide_lapse(self.state, self.now)
        if event:
            self.happen(event)
        return event

    def house_moves(self, text: str) -> None:
        """Have a house player do something."""
        self.happen(decide_house_move(self.state, self.now, self.state.terms.game.code(text)))

    @property
    def legal(self) -> list[str]:
        return self.position.legal()

    @property
    def position(self) -> Position:
        assert self.state.play is not None
        return self.state.play.position


def sit(seat: int | None = None, salt: str = "", invitation: str = "come-in") -> Sit:
    return Sit(type="sit", seat=seat, salt=salt, invitation=invitation)


def ask_for(seat: int) -> AskSeat:
    return AskSeat(type="ask_seat", seat=seat, invitation="come-in")


def started(game: str = "poule", people: int = 2, **plan: object) -> Table:
    """A table of people, with a game going on."""
    table = Table(game, ["me", *["open"] * (people - 1)], **plan)
    for person in GUESTS[:people]:
        table.ask(person, sit())
    table.ask("anna", Start(type="start"))
    return table


def mover(table: Table) -> str:
    seat = table.state.to_move
    assert seat is not None
    return GUESTS[seat]


def move(table: Table, person: str | None = None, action: str | None = None) -> None:
    table.ask(person or mover(table), Move(type="move", number=table.state.number, action=action or table.legal[0]))


def refused(table: Table, person: str, command: Command, code: str) -> None:
    """The command gets this code, and nothing changes."""
    before, events = table.state, list(table.events)
    with raises_code(code):
        table.ask(person, command)
    assert table.state is before
    assert table.events == events
