"""Two at the same moment: one of them wins, the other is told why not, and the log has one event of it.

Every race is run within one process, and between two processes that share a PostgreSQL.
"""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier

import pytest

from tests.server.pairs import NEVER, agreed_log, other_device, run_pair
from tests.server.people import Json, Refused, Visitor
from tests.server.postgres import Postgres
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled
ROUNDS = 5
Result = Json | Refused


class Rivals:
    """Anna and Bert, and the same two once more on other devices, which reach another process if there is one."""

    def __init__(self, servers: list[RunningServer]) -> None:
        here, there = servers[0].url, servers[-1].url
        self.anna, self.bert = Visitor(here, "Anna"), Visitor(there, "Bert")
        self.anna_too = other_device(self.anna, Visitor(there))
        self.bert_too = other_device(self.bert, Visitor(here))
        self.carla = Visitor(here, "Carla")
        self.strangers = [Visitor(here), Visitor(there)]
        self._threads = ThreadPoolExecutor(2)

    def close(self) -> None:
        self._threads.shutdown()
        for visitor in (self.anna, self.bert, self.anna_too, self.bert_too, self.carla, *self.strangers):
            visitor.close()

    def set_up(self) -> str:
        """A table at which both sit."""
        table = self.anna.set_up("poule", ["me", "open"], options={"rounds": 1}, is_public=True)["id"]
        self.anna.command(table, "sit")
        self.bert.command(table, "sit")
        return str(table)

    def begin(self) -> str:
        table = self.set_up()
        self.anna.command(table, "start")
        return table

    def watch(self, table: str) -> tuple[Json, Json]:
        """Anna's and Bert's views of a table, once equal."""
        self.log(table)
        return self.anna.watch(table), self.bert.watch(table)

    def race(self, *attempts: Callable[[], Json]) -> list[Result]:
        """All at once."""
        line = Barrier(len(attempts))

        def run(attempt: Callable[[], Json]) -> Result:
            line.wait()
            try:
                return attempt()
            except Refused as refused:
                return refused

        return list(self._threads.map(run, attempts))

    def log(self, table: str) -> list[Json]:
        return agreed_log(table, self.strangers)


@pytest.fixture(scope="module", params=["one process", "two processes"])
def rivals(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: Postgres
) -> Iterator[Rivals]:
    with servers_for(request.param, tmp_path_factory, postgres) as servers:
        rivals = Rivals(servers)
        yield rivals
        rivals.close()


@contextmanager
def servers_for(kind: str, folders: pytest.TempPathFactory, postgres: Postgres) -> Iterator[list[RunningServer]]:
    folder = folders.mktemp("races")
    if kind == "one process":
        with RunningServer(folder) as server:
            yield [server]
    else:
        with run_pair(folder, postgres.make_database(), NEVER) as servers:
            yield servers


def codes(results: list[Result]) -> list[str]:
    """Why those who lost did, by the codes of their refusals."""
    return [result.code for result in results if isinstance(result, Refused)]


def test_of_two_different_moves_with_one_number_one_is_played(rivals: Rivals) -> None:
    table = rivals.begin()
    for _ in range(ROUNDS):
        number, one, other, legal = mover_of(rivals, table)
        results = rivals.race(
            lambda: one.command(table, "move", number=number, action=legal[0]),  # noqa: B023  # run in this turn
            lambda: other.command(table, "move", number=number, action=legal[-1]),  # noqa: B023
        )
        assert codes(results) == (["move.stale"] if legal[0] != legal[-1] else [])
        log = rivals.log(table)
        assert len(log) == number + 1
        assert log[-1]["text"] in (legal[0], legal[-1])


def test_the_same_move_from_two_devices_is_played_once_and_both_are_told_so(rivals: Rivals) -> None:
    table = rivals.begin()
    for _ in range(ROUNDS):
        number, one, other, legal = mover_of(rivals, table)
        move = {"number": number, "action": legal[0]}
        results = rivals.race(
            lambda: one.command(table, "move", **move),  # noqa: B023
            lambda: other.command(table, "move", **move),  # noqa: B023
        )
        assert codes(results) == []
        assert all(result["number"] == number + 1 for result in results if not isinstance(result, Refused))
        assert len(rivals.log(table)) == number + 1


def test_the_other_player_cannot_slip_in_a_move(rivals: Rivals) -> None:
    table = rivals.begin()
    for _ in range(ROUNDS):
        number, mover, _, legal = mover_of(rivals, table)
        rival = rivals.bert if mover is rivals.anna else rivals.anna
        results = rivals.race(
            lambda: mover.command(table, "move", number=number, action=legal[0]),  # noqa: B023
            lambda: rival.command(table, "move", number=number, action=legal[0]),  # noqa: B023
        )
        assert not isinstance(results[0], Refused)
        assert codes(results) in (["move.turn"], ["move.stale"])
        assert len(rivals.log(table)) == number + 1


def test_the_last_seat_goes_to_one_of_two(rivals: Rivals) -> None:
    for _ in range(ROUNDS):
        table = rivals.anna.set_up("poule", ["me", "open"], is_public=True)["id"]
        rivals.anna.command(table, "sit")
        results = rivals.race(
            lambda: rivals.bert.command(table, "sit"),  # noqa: B023
            lambda: rivals.carla.command(table, "sit"),  # noqa: B023
        )
        assert codes(results) == ["table.full"]
        assert [event["kind"] for event in rivals.log(table)] == ["sat", "sat"]


def test_whoever_sits_down_on_two_devices_has_one_seat(rivals: Rivals) -> None:
    for _ in range(ROUNDS):
        table = rivals.anna.set_up("poule", ["me", "open", "open"], is_public=True)["id"]
        results = rivals.race(
            lambda: rivals.bert.command(table, "sit"),  # noqa: B023
            lambda: rivals.bert_too.command(table, "sit"),  # noqa: B023
        )
        assert codes(results) == []
        assert [event["kind"] for event in rivals.log(table)] == ["sat"]


def test_an_undo_and_the_next_move_exclude_each_other(rivals: Rivals) -> None:
    rng = random.Random(7)
    raced, table = 0, rivals.begin()
    while raced < ROUNDS:
        number, mover, _, legal = mover_of(rivals, table)
        update = mover.command(table, "move", number=number, action=rng.choice(legal))
        next_number, rival, _, legal = mover_of(rivals, table)
        if update["table"]["status"] == "over":
            table = rivals.begin()
        elif update["you"]["can_undo"] and rival is not mover:
            results = rivals.race(
                lambda: mover.command(table, "undo", number=next_number),  # noqa: B023
                lambda: rival.command(table, "move", number=next_number, action=legal[0]),  # noqa: B023
            )
            assert codes(results) == ["move.stale"]
            log = rivals.log(table)
            assert len(log) == next_number + 1
            assert log[-1]["kind"] == ("moved" if isinstance(results[0], Refused) else "undone")
            raced += 1


def test_a_game_starts_with_everybody_or_not_at_all(rivals: Rivals) -> None:
    for _ in range(ROUNDS):
        table = rivals.set_up()
        results = rivals.race(
            lambda: rivals.anna.command(table, "start"),  # noqa: B023
            lambda: rivals.bert.command(table, "leave"),  # noqa: B023
        )
        kinds = [event["kind"] for event in rivals.log(table)][2:]
        if codes(results):
            assert codes(results) == ["table.not_ready"]
            assert kinds == ["left"]
        else:
            assert kinds[:2] == ["started", "left"]  # and on plays the house
            assert rivals.anna.watch(table)["table"]["seats"][1]["level"] == "regular"


def test_a_game_starts_once(rivals: Rivals) -> None:
    for _ in range(ROUNDS):
        table = rivals.set_up()
        results = rivals.race(
            lambda: rivals.anna.command(table, "start"),  # noqa: B023
            lambda: rivals.anna_too.command(table, "start"),  # noqa: B023
        )
        assert codes(results) == ["table.started"]
        assert [event["kind"] for event in rivals.log(table)] == ["sat", "sat", "started"]


def test_an_offer_to_stop_is_accepted_once(rivals: Rivals) -> None:
    for _ in range(ROUNDS):
        table = rivals.begin()
        rivals.anna.command(table, "offer_stop")
        results = rivals.race(
            lambda: rivals.bert.command(table, "accept_stop"),  # noqa: B023
            lambda: rivals.bert_too.command(table, "accept_stop"),  # noqa: B023
        )
        assert codes(results) == ["table.idle"]
        assert [event["kind"] for event in rivals.log(table)][3:] == ["stop_offered", "stop_accepted"]
        assert rivals.anna.watch(table)["table"]["outcome"]["reason"] == "agreed"


def test_an_offer_to_stop_is_accepted_or_declined(rivals: Rivals) -> None:
    for _ in range(ROUNDS):
        table = rivals.begin()
        rivals.anna.command(table, "offer_stop")
        results = rivals.race(
            lambda: rivals.bert.command(table, "accept_stop"),  # noqa: B023
            lambda: rivals.bert_too.command(table, "decline_stop"),  # noqa: B023
        )
        kinds = [event["kind"] for event in rivals.log(table)][3:]
        if kinds[-1] == "stop_accepted":
            assert codes(results) == ["table.idle"]
        else:
            assert codes(results) == ["stop.not_offered"]
        assert len(kinds) == 2


def test_only_one_of_two_resigns(rivals: Rivals) -> None:
    for _ in range(ROUNDS):
        table = rivals.begin()
        results = rivals.race(
            lambda: rivals.anna.command(table, "resign"),  # noqa: B023
            lambda: rivals.bert.command(table, "resign"),  # noqa: B023
        )
        assert codes(results) == ["table.idle"]
        assert [event["kind"] for event in rivals.log(table)][3:] == ["resigned"]
        winner = 0 if isinstance(results[0], Refused) else 1
        assert rivals.anna.watch(table)["table"]["outcome"] == {"reason": "resigned", "winners": [winner]}


def test_all_who_want_to_play_again_meet_at_one_table(rivals: Rivals) -> None:
    for _ in range(ROUNDS):
        table = rivals.begin()
        rivals.anna.command(table, "resign")
        rivals.log(table)
        results = rivals.race(
            lambda: rivals.anna.post(f"/api/tables/{table}/rematch"),  # noqa: B023
            lambda: rivals.bert.post(f"/api/tables/{table}/rematch"),  # noqa: B023
        )
        assert codes(results) == []
        (again,) = {result["id"] for result in results if not isinstance(result, Refused)}
        assert [event["text"] for event in rivals.log(table) if event["kind"] == "rematched"] == [again]
        listed = {each["id"] for each in rivals.anna.get("/api/me/tables") if each["status"] == "waiting"}
        assert again in listed
        rivals.anna.command(again, "leave")


def mover_of(rivals: Rivals, table: str) -> tuple[int, Visitor, Visitor, list[str]]:
    """The last event, who is to move, the same person elsewhere, and what they can do; of a new game if need be."""
    updates = rivals.watch(table)
    seat = updates[0]["view"]["to_move"]
    one, other = ((rivals.anna, rivals.anna_too), (rivals.bert, rivals.bert_too))[seat or 0]
    return updates[0]["number"], one, other, updates[seat or 0]["view"]["legal"]
