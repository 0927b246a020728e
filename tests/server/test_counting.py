"""How limits count: tokens, lines, addresses, and queues in which nobody stands in the way of others."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from estaminet.server.errors import Refusal, retry_after
from estaminet.server.http.access import site_of
from estaminet.server.http.limits import FairAdmission, Limit, Lines
from estaminet.server.live.house import FairSlots, Queue
from estaminet.server.live.question import Account
from estaminet.server.live.reviews import Reviews
from estaminet.server.operation import READING
from tests.refusals import raises_code


def test_a_refusal_says_when_there_is_a_token_again() -> None:
    now = 0.0
    limit = Limit(0.5, 2, clock=lambda: now)
    for _ in range(2):
        limit.take("anna")
    with raises_code("rate.exceeded") as refused:
        limit.take("anna")
    assert retry_after(refused.value) == 2
    limit.take("bert")
    now = 1.9
    with raises_code("rate.exceeded") as refused:
        limit.take("anna")
    assert retry_after(refused.value) == 1, "rounded up: who comes back then is let in"
    now = 2.9
    limit.take("anna")


def test_no_limit_is_no_limit() -> None:
    limit, lines = Limit(0, 0), Lines(0)
    with ExitStack() as stack:
        for _ in range(1000):
            limit.take("anna")
            stack.enter_context(lines.hold("anna"))


def test_a_line_that_ended_makes_room() -> None:
    lines = Lines(1)
    with lines.hold("anna"), lines.hold("bert"), raises_code("lines.too_many"), lines.hold("anna"):
        pass
    with lines.hold("anna"):
        pass


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("a local socket", "another", False),
    ],
)
def test_whoever_can_choose_among_addresses_is_counted_once(one: str, other: str, is_same: bool) -> None:  # noqa: FBT001
    assert (site_of(one) == site_of(other)) is is_same


def test_a_flood_stands_in_line_behind_itself() -> None:
    async def go() -> list[str]:
        admission, served = FairAdmission(), []

        async def ask(address: str) -> None:
            await admission.enter(address)
            served.append(address)

        flood = [asyncio.create_task(ask("flood")) for _ in range(50)]
        await asyncio.sleep(0)
        honest = asyncio.create_task(ask("honest"))
        flood[30].cancel()
        await asyncio.gather(*flood, honest, return_exceptions=True)
        return served

    served = asyncio.run(go())
    assert len(served) == 50
    assert served.index("honest") < 5


def test_a_queue_takes_few_of_one_and_so_many_in_all() -> None:
    async def go() -> None:
        queue = Queue.with_own_thread(2, 3)
        gate = asyncio.Event()
        loop = asyncio.get_running_loop()

        def work() -> None:
            asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()

        waiting = [asyncio.create_task(queue.run(Account(key), work)) for key in ("anna", "anna", "bert")]
        await asyncio.sleep(0)
        with raises_code("rate.exceeded") as refused:
            await queue.run(Account("anna"), work)
        assert (refused.value.code, retry_after(refused.value)) == ("rate.exceeded", 1)
        with raises_code("house.busy") as refused:
            await queue.run(Account("carl"), work)
        assert retry_after(refused.value)
        gate.set()
        await asyncio.gather(*waiting)
        await queue.run(Account("carl"), work)
        queue.close()

    asyncio.run(go())


def test_new_names_do_not_fill_a_queue_from_one_address() -> None:
    async def go() -> list[object]:
        queue, gate = Queue.with_own_thread(2, 8), threading.Event()
        accounts = [*(Account("flood", f"name {each}") for each in range(3)), Account("home", "anna")]
        waiting = [asyncio.create_task(queue.run(each, gate.wait)) for each in accounts]
        await asyncio.sleep(0)
        gate.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        queue.close()
        return [each.code if isinstance(each, Refusal) else each for each in found]

    assert asyncio.run(go()) == [True, True, "house.busy", True], "a quarter of the places, and no more"


def test_what_has_begun_keeps_its_slot_until_it_is_done() -> None:
    """Else who asks and hangs up, again and again, would have more threads at work than there are slots."""

    async def go() -> None:
        gate, begun = threading.Event(), threading.Event()
        queue = Queue(FairSlots(1), ThreadPoolExecutor(4), 4, 0, READING)

        def work() -> None:
            begun.set()
            gate.wait()

        first = asyncio.create_task(queue.run(Account("anna"), work))
        await asyncio.to_thread(begun.wait)
        second = asyncio.create_task(queue.run(Account("bert"), lambda: None))
        first.cancel()
        for _ in range(5):
            await asyncio.sleep(0)
        assert not second.done()
        gate.set()
        await second
        assert first.cancelled()

    asyncio.run(go())


class NoReviews:
    """A database in which nothing is kept."""

    async def find(self, _key: str) -> None: ...

    async def put(self, *_: object) -> None: ...


class Game(NamedTuple):
    """In the place of a record."""

    name: str

    def to_data(self) -> dict[str, object]:
        return {"name": self.name}


async def begin_reviews(reviews: Reviews, asked: list[tuple[str, Account]], gate: asyncio.Event) -> list[str]:
    """In which order reviews begin; the first are asked for, and all wait at the gate."""
    begun: list[str] = []

    async def make(_work: object, line: bytes) -> None:
        begun.append(json.loads(line)["record"]["name"])
        await gate.wait()

    reviews._run = make  # type: ignore[method-assign,assignment]
    for name, payer in asked:
        await reviews.ask(Game(name), payer)  # type: ignore[arg-type]
        await asyncio.sleep(0)
    return begun


CROWD, ANNA = Account("crowd", "mallory"), Account("home", "anna")


def test_somebody_elses_second_review_waits_for_ones_first() -> None:
    async def go() -> list[str]:
        reviews, gate = Reviews(NoReviews(), 1, 16), asyncio.Event()  # type: ignore[arg-type]
        begun = await begin_reviews(reviews, [("first", CROWD), ("second", CROWD), ("annas", ANNA)], gate)
        assert begun == ["first"]
        gate.set()
        while len(begun) < 3:
            await asyncio.sleep(0)
        await reviews.close()
        return begun

    assert asyncio.run(go()) == ["first", "annas", "second"]


def test_the_same_actions_with_another_result_are_another_review() -> None:
    async def go() -> None:
        reviews, gate = Reviews(NoReviews(), 2, 16), asyncio.Event()  # type: ignore[arg-type]
        await begin_reviews(reviews, [], gate)
        results = [None, (1.0, 0.0), (0.0, 1.0), (1.0, 0.0)]
        game, people = Game("one"), (ANNA, ANNA, CROWD, CROWD)
        keys = [
            await reviews.ask(game, payer, result=result)  # type: ignore[arg-type]
            for payer, result in zip(people, results, strict=True)
        ]
        assert len(set(keys)) == 3
        assert keys[1] == keys[3]
        await reviews.close()

    asyncio.run(go())


def test_one_address_never_has_all_reviews_nor_all_places_in_line() -> None:
    async def go() -> None:
        reviews, gate = Reviews(NoReviews(), 2, 16), asyncio.Event()  # type: ignore[arg-type]
        names = [(f"game {number}", Account("crowd", f"name {number}")) for number in range(4)]
        begun = await begin_reviews(reviews, names, gate)
        with raises_code("house.busy"):
            await reviews.ask(Game("another"), Account("crowd", "one more"))  # type: ignore[arg-type]
        await reviews.ask(Game("annas"), ANNA)  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert begun == ["game 0", "annas"]
        await reviews.close()

    asyncio.run(go())
