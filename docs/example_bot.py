"""A bot from outside: sits down at a table and plays random legal actions until the game is over.

    pip install websockets
    python example_bot.py http://127.0.0.1:8000 TOKEN TABLE INVITATION

Make its token with POST /api/me/token. docs/protocol.md explains the messages.
"""

import json
import random
import secrets
import sys
import time

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect


def play(url: str, token: str, table: str, invitation: str = "") -> None:
    """Stay at the table until its game is over; reconnect when the connection breaks."""
    address = url.replace("http", "ws", 1) + f"/api/tables/{table}/live"
    sit = {"type": "sit", "salt": secrets.token_urlsafe(16), "invitation": invitation}
    while True:
        try:
            with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as line:
                line.send(json.dumps(sit))  # no effect if the bot has a seat already
                return follow(line)
        except (ConnectionClosed, OSError):
            time.sleep(1)  # the next update is whole, whatever was missed


def follow(line: ClientConnection) -> None:
    """Answer every update that asks for an action."""
    answered = 0
    while True:
        message = json.loads(line.recv())
        if message["type"] == "refusal":
            if message["code"] not in ("move.stale", "rate.exceeded"):
                sys.exit(f"{message['code']}: {message['sentence']}")
            answered = 0
            line.send(json.dumps({"type": "watch_seat"}))  # sends the update again
        elif message["table"]["status"] == "over":
            return print(json.dumps({"seats": message["you"]["seats"], **message["table"]["outcome"]}))
        elif message["number"] > answered and message["view"] and message["view"]["to_move"] in message["you"]["seats"]:
            answered = message["number"]
            action = random.choice(message["view"]["legal"])  # noqa: S311  # a game, not a secret
            line.send(json.dumps({"type": "move", "number": answered, "action": action}))


if __name__ == "__main__":
    play(*sys.argv[1:])
