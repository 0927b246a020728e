"""``make bench-attacks``: what each attack costs the server, and how long two people who play wait meanwhile.

All attacks come from one address that is not theirs. Those through a proxy need nginx or Caddy.
"""

import argparse
import asyncio
import os
import shutil
from typing import Final

from bench.attacks.floods import THROUGH, frames, requests
from bench.attacks.meter import Attack
from bench.attacks.people import hints, identities, kings, reconnects, replays, slow, spectators
from bench.harness import Row
from bench.table import machine, open_console, report

ATTACKS: Final[dict[str, Attack]] = {
    "frames": frames, "requests": requests, "identities": identities, "kings": kings, "hints": hints,
    "spectators": spectators, "reconnects": reconnects, "replays": replays, "slow": slow, **THROUGH,
}  # fmt: skip


async def carry_out(attack: Attack, rows: list[Row]) -> None:
    """An attacker does not mind that the server hangs up."""
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
    await attack(rows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.attacks", description=__doc__)
    parser.add_argument("--only", choices=ATTACKS, nargs="+", help="carry out these attacks only")
    parser.add_argument("--times", type=int, default=1, help="how often each; what was disturbed least counts")
    arguments = parser.parse_args()
    console = open_console(150)
    rows: list[Row] = []
    load = os.getloadavg()[0]
    for name in arguments.only or ATTACKS:
        proxy = name.partition("-")[2]
        if proxy and not shutil.which(proxy):
            console.print(f"· Left out: {name}, there is no {proxy} here", highlight=False)
            continue
        console.print(f"· Attacking: {name}", highlight=False)
        for _ in range(arguments.times):
            asyncio.run(carry_out(ATTACKS[name], rows))
    report(console, rows, machine(), load)


if __name__ == "__main__":
    main()
