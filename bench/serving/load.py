"""The load, as a process of its own: seats people at tables and has them play. ``python -m bench.serving.load``."""

import asyncio
import dataclasses
import gc
import sys
from typing import Any, Final

import orjson
import uvloop

from bench.serving import ours, theirs, usage
from bench.serving.asking import Asking
from bench.serving.meter import Meter
from bench.serving.paces import Pace, Rally, count_lost
from bench.serving.players import Table
from bench.serving.request import Answer, Request

SEATED_AT_ONCE: Final = 8


async def seat_all(request: Request) -> list[Table]:
    """Tables with two clients each, ready for the first move."""
    names = iter(range(request.tables + request.spares))
    tables: list[Table] = []

    async def seat_some() -> None:
        servers = [Asking(url) for url in request.urls]
        for name in names:
            if request.server == "ours":
                tables.append(await ours.seat_two(servers, request.urls, name=name, crossing=request.crossing))
            else:
                tables.append(await theirs.seat_two(request.urls[0], name=name))
        for server in servers:
            server.close()

    async with asyncio.TaskGroup() as group:
        for _ in range(SEATED_AT_ONCE):
            group.create_task(seat_some())
    return tables


async def play_rally(request: Request, tables: list[Table]) -> Answer:
    answer = Answer()
    rally = Rally(tables[: request.tables], tables[request.tables :])
    await rally.play(request.warm_seconds)
    meter, before = Meter(request, tables), rally.moves
    await rally.play(request.seconds)
    meter.read(answer)
    answer.moves = rally.moves - before
    await rally.stop(tables)
    return answer


async def play_paced(request: Request, tables: list[Table]) -> Answer:
    answer = Answer()
    if request.moves_before:
        await Rally(tables, [], request.moves_before).play(None)
    pace = Pace(tables, request.pause)
    await asyncio.sleep(request.warm_seconds)
    pace.latencies.clear()
    pace.late = 0
    meter = Meter(request, tables)
    await asyncio.sleep(request.seconds)
    meter.read(answer)
    await pace.stop(tables)
    answer.latencies, answer.late, answer.moves = pace.latencies, pace.late, len(pace.latencies)
    return answer


async def run(request: Request) -> Answer:
    """Do what is asked; the first thing that goes wrong anywhere ends it."""
    failures: list[BaseException] = []
    working = asyncio.create_task(work(request))

    def fail(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        failures.append(context.get("exception") or RuntimeError(context["message"]))
        working.cancel()

    asyncio.get_running_loop().set_exception_handler(fail)
    try:
        return await working
    except asyncio.CancelledError:
        raise failures[0] from None


async def work(request: Request) -> Answer:
    tables = await seat_all(request)
    gc.collect()
    gc.disable()  # a pause here would look like one of the server
    answer = await (play_rally if request.play == "ping-pong" else play_paced)(request, tables)
    answer.lost = count_lost(tables)
    if usage.IS_KNOWN:
        answer.memory = sum(usage.resident_bytes(process) for process in request.processes.get("server", []))
    for table in tables:
        table.close()
    return answer


def main() -> None:
    members: dict[str, Any] = orjson.loads(sys.stdin.read())
    try:
        answer = uvloop.run(run(Request(**members)))
    except Exception as error:  # whatever is wrong belongs into the row
        answer = Answer(trouble=describe(error))
    print(orjson.dumps(dataclasses.asdict(answer)).decode())


def describe(error: BaseException) -> str:
    """What went wrong first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
