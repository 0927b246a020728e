"""A server whose every hidden card has an unmistakable name, and one that tells what it should not.

Runs in the server's process, before the server itself. A name is ``canary-TAG-NAME``; without ``canary-TAG-`` it is
the real one. Things that the rules cannot tell apart share a name.
"""

import random
import secrets
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from tests.server.servers import SERVE

ROOT: Final = Path(__file__).parents[2]
PROGRAM: Final = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.server import marks; marks.mark(); "
MARKED: Final = PROGRAM + SERVE
LEAKING: Final = PROGRAM + "marks.leak(); " + SERVE


def mark() -> None:
    """Give the cards of all games their names, and draw the same deals every time."""
    # Later imports read the changed tables; modules that have read them already are changed as well.
    components: Any = import_module("estaminet.games.poule.components")
    components.TILES = tuple(tile._replace(name=f"canary-p-{tile.name}") for tile in components.TILES)
    reeperbahn: Any = import_module("estaminet.games.reeperbahn.view")
    reeperbahn.KIND_NAMES = tuple(f"canary-c-{name}" for name in reeperbahn.KIND_NAMES)
    nuit: Any = import_module("estaminet.games.nuit.view")
    for tag, cards in (("a", nuit.ACTION_CARD_VIEWS), ("g", nuit.GUEST_CARD_VIEWS)):
        for number, card in enumerate(cards):
            card["furniture"] = f"canary-{tag}{number}-{card['furniture']}"
    lobby: Any = import_module("estaminet.server.live.lobby")
    house: Any = import_module("estaminet.server.live.house")
    draws = random.Random(1)
    lobby.secrets = SimpleNamespace(token_urlsafe=secrets.token_urlsafe, token_bytes=draws.randbytes)
    house.secrets = SimpleNamespace(randbits=draws.getrandbits)


def leak() -> None:
    """Break the server on purpose: the name of the first seat's person says what it tells to everybody."""
    import orjson

    from estaminet.engine.errors import IllegalAction
    from estaminet.games.poule import components as poule
    from estaminet.server.live.session import Session
    from estaminet.server.live.updates import Watcher
    from estaminet.server.rules import decide
    from estaminet.server.rules.state import State
    from tests.server.twins import plain_view as view

    events: Any = import_module("estaminet.server.live.reader")
    honest_update, honest_move, honest_seat = Session.update, decide.decide_move, events.find_watched_seat

    def write_update(self: Session, watcher: Watcher) -> bytes:
        number, watcher.wants_changes = watcher.number, False  # where something is changed, nothing is left out
        update = orjson.loads(honest_update(self, watcher))
        if self.state.play is not None:
            tell_too_much(update, self, number)
        return orjson.dumps(update)

    def tell_too_much(update: dict[str, Any], session: Session, number: int) -> None:
        state, terms = session.state, session.state.terms
        assert state.play is not None
        position = state.play.position
        match state.seats[0].name:
            case "hand":
                update["view"] = view(position, 0)
            case "quiet hand":
                update["view"] = view(position, 0) | {"seat": update["view"]["seat"], "legal": update["view"]["legal"]}
            case "reconnect" if not number:
                update["view"]["board"]["drawn"] = {"name": last_tile(position), "value": 1}
            case "memory":
                update["memory"] = position.memory.tolist()
            case "deal":
                update["table"]["options"] = {**update["table"]["options"], "deal": position.deal.values}
            case "seed":
                update["table"]["rematch"] = terms.seed.hex()
            case "invitation":
                update["you"]["invitation"] = terms.invitation
            case "person":
                update["table"]["seats"][0]["level"] = terms.people[0]
            case "log" if update["events"]:
                update["events"][-1]["lines"].append({"key": "poule.draw", "arguments": {"tile": last_tile(position)}})

    def last_tile(position: Any) -> str:  # noqa: ANN401  # of the stack
        return str(poule.TILES[position.deal.values["rounds"][0][-1]].name)

    def decide_move(state: Any, asker: Any, number: int, text: str) -> Any:  # noqa: ANN401  # whatever it was
        try:
            return honest_move(state, asker, number, text)
        except IllegalAction as error:
            if state.seats[0].name == "refusal":
                raise IllegalAction(f"{error.sentence} The stack has {state.play.position.deal.values}.") from error
            raise

    def find_seat(state: State, watcher: Watcher, seats: list[int]) -> int | None:
        seat: int | None = honest_seat(state, watcher, seats)
        return 0 if state.seats[0].name == "views" else seat

    Session.update = write_update  # type: ignore[method-assign]
    decide.decide_move = decide_move
    events.find_watched_seat = find_seat
