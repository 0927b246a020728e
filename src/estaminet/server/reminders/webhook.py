"""What is posted over HTTP: to the operator's ntfy server or webhook, and to push services."""

from typing import Final

import httpx
import orjson

from estaminet.server.errors import Refusal
from estaminet.server.reminders.sender import Gone, Later, Undeliverable
from estaminet.server.reminders.words import Letter, speak
from estaminet.server.settings import Settings

SECONDS: Final = 15.0
"""In which the other side must have answered."""
GONE: Final = (404, 410)
BUSY: Final = (408, 425, 429)
TEMPLATE: Final = '{"topic": "{topic}", "title": "{title}", "text": "{text}", "game": "{game}", "link": "{link}"}'
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class Poster:
    """Posts, follows nobody elsewhere, and reads no more than the status."""

    def __init__(self) -> None:
        self._client: httpx.AsyncClient | None = None

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        """Gone, Undeliverable or Later if it is not taken."""
        if self._client is None:  # to read all certificates takes a while
            self._client = httpx.AsyncClient(timeout=SECONDS, follow_redirects=False)
        try:
            async with self._client.stream("POST", url, content=body, headers=headers) as response:
                status = response.status_code
        except httpx.HTTPError as error:
            raise Later(type(error).__name__) from error
        if status in GONE:
            raise Gone(str(status))
        if status in BUSY or status >= 500:
            raise Later(str(status))
        if not 200 <= status < 300:
            raise Undeliverable(str(status))

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()


class NtfySender:
    """Posts to topics of the operator's ntfy server."""

    def __init__(self, settings: Settings) -> None:
        self._url = check_url(settings.ntfy, "--ntfy")
        self._poster = Poster()

    async def send(self, address: str, letter: Letter, stop: str) -> None:
        message = {"topic": address, "title": letter.title, "message": letter.text, "click": letter.link}
        actions = [{"action": "view", "label": speak(letter.language).stop, "url": stop}]
        body = orjson.dumps({**message, "actions": actions})
        await self._poster.post(self._url, body, {"Content-Type": "application/json"})

    async def examine(self) -> str:
        return ""

    async def close(self) -> None:
        await self._poster.close()


class WebhookSender:
    """Posts JSON, in whatever shape the operator wants it, to an address of the operator's."""

    def __init__(self, settings: Settings) -> None:
        self._url = check_url(settings.webhook, "--webhook")
        self._template = read_template(settings.webhook_template or TEMPLATE)
        self._poster = Poster()

    async def send(self, address: str, letter: Letter, stop: str) -> None:
        fields = {
            "topic": address, "title": letter.title, "text": letter.text, "game": letter.game, "link": letter.link,
            "stop": stop,
        }  # fmt: skip
        body = orjson.dumps(fill(self._template, fields))
        await self._poster.post(self._url, body, {"Content-Type": "application/json"})

    async def examine(self) -> str:
        return ""

    async def close(self) -> None:
        await self._poster.close()


def check_url(url: str, option: str) -> str:
    if not url.startswith(("https://", "http://")):
        raise Refusal("server.setting", f"{option} is an address that begins with https://.")
    return url


def read_template(template: str) -> Json:
    try:
        read: Json = orjson.loads(template)
    except orjson.JSONDecodeError as error:
        raise Refusal("server.setting", f"--webhook-template is not JSON: {error}.") from error
    return read


def fill(template: Json, fields: dict[str, str]) -> Json:
    """The template with what belongs into it. Names of people stay texts, whatever characters they have."""
    if isinstance(template, dict):
        return {name: fill(value, fields) for name, value in template.items()}
    if isinstance(template, list):
        return [fill(each, fields) for each in template]
    if not isinstance(template, str):
        return template
    parts = template.split("{")
    filled = [parts[0]]
    for part in parts[1:]:  # in one go: what was filled in is not looked at again
        name, brace, rest = part.partition("}")
        filled.append(fields[name] + rest if brace and name in fields else "{" + part)
    return "".join(filled)
