"""People who are not who they say: every way in which a token can be wrong."""

import base64
import json
import secrets
import time
from typing import Any

from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from tests.server.company import person_of
from tests.server.people import Visitor
from tests.server.servers import RunningServer

DAY = 86_400
Headers = dict[str, str]


def sign(server: RunningServer, purpose: str, content: object, *, age: int = 0, key: bytes | None = None) -> str:
    """A token as the server makes it, so many seconds ago, with its own key or another."""
    if key is None:
        ((key,),) = server.query("SELECT value FROM keys WHERE name = 'identity'")

    class Signer(TimestampSigner):
        def get_timestamp(self) -> int:
            return int(time.time()) - age

    made: Any = URLSafeTimedSerializer(key.hex(), salt=f"estaminet {purpose}", signer=Signer).dumps(content)
    return str(made)


def list_impostors(server: RunningServer, anna: Visitor, gone: Headers, gone_bot: Headers) -> dict[str, Headers]:
    """The headers of everybody who would like to be Anna; `gone` are of somebody who left for good."""
    right = [person_of(anna), 0]
    person, browser = read_cookie(anna)
    revoked, link_device = (add_device(server, person, kind) for kind in ("browser", "link"))
    revoked_bot = add_device(server, person, "bot")
    for device in (revoked, revoked_bot):
        server.query("DELETE FROM devices WHERE id = ?", device)
    ((stranger,),) = server.query("SELECT id FROM devices WHERE person != ? AND kind = 'browser' LIMIT 1", person)
    cookie, link, bot = (sign(server, purpose, right) for purpose in ("cookie", "link", "bot"))
    payload, stamp, signature = cookie.split(".")
    other = "A" if signature[0] != "A" else "B"
    bare = base64.urlsafe_b64encode(json.dumps(right).encode()).decode().rstrip("=")
    return {
        "nobody": {},
        "a cookie without a signature": by_cookie(bare),
        "a cookie with another signature": by_cookie(f"{payload}.{stamp}.{other}{signature[1:]}"),
        "a cookie with a later date": by_cookie(f"{payload}.{stamp[:-1]}_.{signature}"),
        "a cookie of another key": by_cookie(sign(server, "cookie", right, key=secrets.token_bytes(32))),
        "a cookie that is too old": by_cookie(sign(server, "cookie", right, age=401 * DAY)),
        "a cookie of another epoch": by_cookie(sign(server, "cookie", [right[0], 1])),
        "a cookie of nobody we know": by_cookie(sign(server, "cookie", ["somebody", 0])),
        "a cookie of another shape": by_cookie(sign(server, "cookie", {"person": right[0]})),
        "a link as a cookie": by_cookie(link),
        "a bot's token as a cookie": by_cookie(bot),
        "a cookie as a bot's token": by_bearer(cookie),
        "a link as a bot's token": by_bearer(link),
        "a bot's token of another key": by_bearer(sign(server, "bot", right, key=secrets.token_bytes(32))),
        "a bot's token that is too old": by_bearer(sign(server, "bot", right, age=401 * DAY)),
        "a bot's token of another scheme": {"Authorization": f"Basic {bot}"},
        "an empty bot's token beside a cookie": {**by_cookie(cookie), "Authorization": "Bearer"},
        "the cookie of a revoked device": by_cookie(sign(server, "cookie", [person, revoked])),
        "the token of a revoked bot": by_bearer(sign(server, "bot", [person, revoked_bot])),
        "a cookie with somebody else's device": by_cookie(sign(server, "cookie", [person, stranger])),
        "a cookie with an unopened link": by_cookie(sign(server, "cookie", [person, link_device])),
        "a cookie without a device": by_cookie(sign(server, "cookie", [person, ""])),
        "a browser's device as a bot": by_bearer(sign(server, "bot", [person, browser])),
        "the cookie of somebody who left": gone,
        "the bot of somebody who left": gone_bot,
    }


def read_cookie(visitor: Visitor) -> tuple[str, str]:
    """The person and the device that a cookie names."""
    payload = visitor.http.cookies["estaminet"].split(".")[0]
    person, device = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return person, device


def add_device(server: RunningServer, person: str, kind: str) -> str:
    """A device of somebody's, put into the database."""
    device, now = secrets.token_urlsafe(12), int(time.time() * 1000)
    server.query("INSERT INTO devices VALUES (?, ?, ?, '', ?, ?)", device, person, kind, now, now)
    return device


def by_cookie(token: str) -> Headers:
    return {"Cookie": f"estaminet={token}"}


def by_bearer(token: str) -> Headers:
    return {"Authorization": f"Bearer {token}"}
