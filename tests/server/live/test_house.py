"""House players: whose turn it is to think, what an answer is worth, and that nobody can keep the house waiting."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from estaminet.engine.errors import BrokenGame
from estaminet.games import REGISTRY
from estaminet.server.live import house as house_module
from estaminet.server.live import session as session_module
from estaminet.server.live.house import MOST_HINTS, FairSlots, House
from estaminet.server.live.question import Account, Question
from estaminet.server.live.session import Session
from estaminet.server.live.updates import Log, Watcher
from estaminet.server.rules import commands
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.state import State
from estaminet.server.store.database import Store
from tests.refusals import raises_code
from tests.server.tables import Table, sit


class SearchResult:
    """Takes the place of a house player, and thinks until it is told that it may stop."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        self.may_answer = threading.Semaphore(0)

    def think(self, question: Question) -> int:
        self.asked.release()
        self.may_answer.acquire()
        return int(question.game.kernel.codes(question.known)[0])


@asynccontextmanager
async def playing_session(folder: Path, announced: asyncio.Queue[Event]) -> AsyncIterator[Session]:
    """Anna against two house players, on a real database."""
    table = Table("poule", ["me", "host", "host"])
    table.ask("anna", sit())
    table.ask("anna", commands.Start(type="start"))
    store, house = Store(f"sqlite:///{folder / 'house.db'}", REGISTRY), House(2)
    await store.open()
    await store.add_table(State.of(table.state.terms), 1, table.events)
    session = Session(table.state, Log(), store, house, lambda _, event: announced.put_nowait(event), is_home=True)
    try:
        yield session
    finally:
        session.rest()
        house.close()
        await store.close()


def test_nobody_can_freeze_a_house_player_by_talking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer counts as long as the position is the one that was asked about, whatever else happened."""
    thoughts = SearchResult()
    monkeypatch.setattr(house_module, "think", thoughts.think)

    async def go() -> list[EventKind]:
        announced: asyncio.Queue[Event] = asyncio.Queue()
        async with playing_session(tmp_path, announced) as session:
            while session.state.to_move == 0:
                assert session.state.play is not None
                (action, *_) = session.state.play.position.legal()
                move = commands.Move(type="move", number=session.state.number, action=action)
                await session.command("anna", "Anna", move)
                await announced.get()
            session.schedule()
            await asyncio.to_thread(thoughts.asked.acquire)
            await session.record(EventKind.RENAMED, person="anna", text="Anne")
            thoughts.may_answer.release()
            happened = [(await announced.get()).kind for _ in range(2)]
            thoughts.may_answer.release(9)
            return happened

    assert asyncio.run(go()) == [EventKind.RENAMED, EventKind.MOVED]


def test_a_game_whose_players_do_not_compile_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    async def refuse(_house: House, question: Question) -> int:
        tries.append(question.game.name)
        raise BrokenGame("poule cannot be played on this server: it does not compile.")

    monkeypatch.setattr(House, "choose", refuse)
    monkeypatch.setattr(session_module, "RETRY_SECONDS", 0)

    async def go() -> None:
        async with playing_session(tmp_path, asyncio.Queue()) as session:
            while session.state.to_move == 0:
                assert session.state.play is not None
                (action, *_) = session.state.play.position.legal()
                move = commands.Move(type="move", number=session.state.number, action=action)
                await session.command("anna", "Anna", move)
            session.schedule()
            assert session.is_needed
            for _ in range(20):
                await asyncio.sleep(0)
            assert not session.is_needed, "the table may leave the memory"

    asyncio.run(go())
    assert tries == ["poule"]


def test_a_house_player_is_handed_what_its_seat_knows_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[bool, bool]] = []

    async def go() -> None:
        async with playing_session(tmp_path, asyncio.Queue()) as session:

            async def choose(_house: House, question: Question) -> int:
                assert session.state.play is not None
                position = session.state.play.position
                known, truth = position.known_to(question.seat).tobytes(), position.memory.tobytes()
                asked.append((question.known.tobytes() == known, known == truth))
                return position.legal_codes()[0]

            monkeypatch.setattr(House, "choose", choose)
            while len(asked) < 4:
                while session.state.to_move == 0:
                    assert session.state.play is not None
                    (action, *_) = session.state.play.position.legal()
                    move = commands.Move(type="move", number=session.state.number, action=action)
                    await session.command("anna", "Anna", move)
                session.schedule()
                await asyncio.sleep(0)

    asyncio.run(go())
    assert set(asked) == {(True, False)}


def ask(payer: str, number: int) -> Question:
    """A house player's decision; the number identifies it."""
    game = REGISTRY.find("poule")
    known = game.start(2).known_to(0)
    return Question(game, 2, known, number, "king", None, Account(payer), time.monotonic())


def test_while_an_answer_waits_for_its_time_others_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tables, and the same one about another position: somebody has taken their action back."""
    monkeypatch.setattr(house_module, "PACES", {"king": 3600})

    async def go() -> None:
        loop, house = asyncio.get_running_loop(), House(1, pace=1)
        thoughts: asyncio.Queue[int] = asyncio.Queue()

        def think(question: Question) -> int:
            loop.call_soon_threadsafe(thoughts.put_nowait, question.seat)
            return 0

        monkeypatch.setattr(house_module, "think", think)
        answers = []
        async with asyncio.timeout(30):
            for number, payer in enumerate(("anna", "bert", "anna")):
                answers.append(asyncio.create_task(house.choose(ask(payer, number))))
                assert await thoughts.get() == number
        assert not any(answer.done() for answer in answers)
        for answer in answers:
            answer.cancel()
        house.close()

    asyncio.run(go())


def test_somebody_elses_many_thoughts_do_not_come_first() -> None:
    """Whose turn it is goes by address, and one address never has all slots."""

    async def go() -> list[str]:
        slots, served = FairSlots(2), list[str]()
        gate = asyncio.Event()

        async def think(name: str, key: str) -> None:
            async with slots.hold(Account(key)):
                served.append(name)
                await gate.wait()

        tasks = [asyncio.create_task(think(f"a{each}", "anna")) for each in range(5)]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(think(name, name)) for name in ("bert", "carl")]
        for _ in range(3):
            await asyncio.sleep(0)
        assert served == ["a0", "bert"], "one slot for Anna's five, the other is still free for somebody else"
        gate.set()
        await asyncio.gather(*tasks)
        return served

    served = asyncio.run(go())
    assert sorted(served) == ["a0", "a1", "a2", "a3", "a4", "bert", "carl"]
    assert served.index("carl") <= 3, "not after all of Anna's"


async def serve_all(slots: FairSlots, accounts: list[Account]) -> list[Account]:
    """In which order they are served, if all but the first come while the first works."""
    served, gate = list[Account](), asyncio.Event()

    async def work(account: Account) -> None:
        async with slots.hold(account):
            served.append(account)
            await gate.wait()

    tasks = [asyncio.create_task(work(account)) for account in accounts]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*tasks)
    return served


def test_turns_go_by_address_first_then_by_person() -> None:
    """However many names somebody has, whoever comes from elsewhere is next, and so is the other at home."""
    crowd = [Account("crowd", f"name {each}") for each in range(8)]
    anna, bert = Account("home", "anna"), Account("home", "bert")
    served = asyncio.run(serve_all(FairSlots(1), [*crowd, anna, anna, bert]))
    assert served[:6] == [crowd[0], anna, crowd[1], bert, crowd[2], anna]


def test_whoever_has_just_been_served_waits_behind_who_came_meanwhile() -> None:
    crowd, anna = Account("crowd"), Account("home")
    assert asyncio.run(serve_all(FairSlots(1), [crowd, crowd, anna])) == [crowd, anna, crowd]


def test_after_a_restart_whoever_comes_back_waits_no_longer_with_the_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = SearchResult()
    monkeypatch.setattr(house_module, "think", thoughts.think)

    async def go() -> None:
        async with playing_session(tmp_path, asyncio.Queue()) as session:
            house = session._house
            assert isinstance(house, House)
            async with house._slots.hold(Account("", "mallory")):
                while session.state.to_move == 0:
                    assert session.state.play is not None
                    (action, *_) = session.state.play.position.legal()
                    move = commands.Move(type="move", number=session.state.number, action=action)
                    await session.command("anna", "Anna", move)
                session.schedule()
                session.enter(Watcher("bert"))
                for _ in range(20):
                    await asyncio.sleep(0)
                assert not thoughts.asked.acquire(blocking=False), "the unknown share a slot"
                house.accounts.note("anna", "home")
                session.enter(Watcher("anna"))
                assert await asyncio.to_thread(thoughts.asked.acquire, timeout=60)
            thoughts.may_answer.release(99)

    asyncio.run(go())


def test_whoever_gives_up_waiting_leaves_the_line() -> None:
    async def go() -> bool:
        slots = FairSlots(1)
        async with slots.hold(Account("anna")):
            waiting = asyncio.create_task(slots.hold(Account("bert")).__aenter__())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        async with slots.hold(Account("carl")):
            return True

    assert asyncio.run(asyncio.wait_for(go(), 10)), "the next one is served"


def test_nobody_waits_for_more_than_a_few_hints_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    monkeypatch.setattr(house_module, "find_hint", lambda *_: release.wait())

    async def go() -> None:
        house, position = House(1), Table("poule", ["me", "host"]).state.terms.game.start(2)
        waiting = [asyncio.create_task(house.advise("anna", position, 0)) for _ in range(MOST_HINTS)]
        await asyncio.sleep(0)
        with raises_code("rate.exceeded"):
            await house.advise("anna", position, 0)
        release.set()
        await asyncio.gather(*waiting)
        assert await house.advise("anna", position, 0), "once they have come, there may be another"
        house.close()

    asyncio.run(go())
