"""Reminders over HTTP: to the operator's ntfy server or webhook, and to the push services of browsers.

Push messages are encrypted for one browser (RFC 8291) and signed by this house (RFC 8292).
The packages for that take 15 MB: they are loaded for the first reminder.
"""

import base64
import binascii
import re
import time
from functools import cached_property
from typing import TYPE_CHECKING, Final

import orjson

from estaminet.server.errors import Refusal
from estaminet.server.reminders.sender import AddressGone, RetryLater, Undeliverable
from estaminet.server.reminders.words import Notification, speak
from estaminet.server.rules.plan import DAY_SECONDS
from estaminet.server.settings import Settings

if TYPE_CHECKING:
    import httpx
    from py_vapid import Vapid02

SECONDS: Final = 15.0
"""Seconds for the other side to answer."""
GONE: Final = (404, 410)
BUSY: Final = (408, 425, 429)
TEMPLATE: Final = '{"topic": "{topic}", "title": "{title}", "text": "{text}", "game": "{game}", "link": "{link}"}'
PUSH_SERVICES: Final = (
    "fcm.googleapis.com", "jmt17.google.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com",
)  # fmt: skip
"""The push services of browsers; with a leading dot, any host below that name."""
ENDPOINT: Final = re.compile(r"https://([a-z0-9.-]+(?::\d{1,5})?)/[\w.~!$&'()*+,;=:@%/?-]*", re.ASCII)
"""Unambiguous in all parsers."""
FULL_WIDTH: Final = {ord(sign): ord(sign) + 0xFEE0 for sign in "<>@&*_~`|[]#\\"}
"""Characters with a meaning in the chats of Slack, Discord, Mattermost and others, in full-width form."""
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256."""
TOKEN_SECONDS: Final = DAY_SECONDS // 2
MOST_ENDPOINT: Final = 1000
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class HttpPoster:
    """Posts, follows no redirects, and reads no more than the status."""

    def __init__(self) -> None:
        self._client: httpx.AsyncClient | None = None

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        """Post; AddressGone, Undeliverable or RetryLater if it is not accepted."""
        import httpx

        if self._client is None:  # reading all certificates takes a while
            self._client = httpx.AsyncClient(timeout=SECONDS, follow_redirects=False)
        try:
            async with self._client.stream("POST", url, content=body, headers=headers) as response:
                status = response.status_code
        except httpx.HTTPError as error:
            raise RetryLater(type(error).__name__) from error
        if status in GONE:
            raise AddressGone(str(status))
        if status in BUSY or status >= 500:
            raise RetryLater(str(status))
        if not 200 <= status < 300:
            raise Undeliverable(str(status))

    async def examine(self) -> str:
        return ""

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()


class NtfySender(HttpPoster):
    """Posts to topics of the operator's ntfy server."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._url = check_url(settings.ntfy, "--ntfy")

    async def send(self, address: str, letter: Notification, stop: str) -> None:
        message = {"topic": address, "title": letter.title, "message": letter.text, "click": letter.link}
        actions = [{"action": "view", "label": speak(letter.language).stop, "url": stop}]
        body = orjson.dumps({**message, "actions": actions})
        await self.post(self._url, body, {"Content-Type": "application/json"})


class WebhookSender(HttpPoster):
    """Posts JSON, in whatever shape the operator wants it, to an address of the operator's."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._url = check_url(settings.webhook, "--webhook")
        self._template = read_template(settings.webhook_template or TEMPLATE)

    async def send(self, address: str, notification: Notification, stop: str) -> None:
        text = notification.link.join(map(disarm, notification.text.split(notification.link)))
        fields = {
            "topic": address, "title": disarm(notification.title), "text": text, "game": notification.game,
            "link": notification.link, "stop": stop,
        }  # fmt: skip
        body = orjson.dumps(fill(self._template, fields))
        await self.post(self._url, body, {"Content-Type": "application/json"})


class PushSender(HttpPoster):
    """Sends to the push services of browsers."""

    def __init__(self, settings: Settings, secret: bytes) -> None:
        """The house's key is derived from a secret in the shared database."""
        super().__init__()
        self._secret = secret
        self._subject = (
            f"mailto:{settings.mail_from}" if settings.mail_from else f"https://{settings.url.split('://')[-1]}"
        )
        self._hosts = (*PUSH_SERVICES, *settings.push_hosts)

    @cached_property
    def _vapid(self) -> "Vapid02":
        from cryptography.hazmat.primitives.asymmetric import ec
        from py_vapid import Vapid02

        number = int.from_bytes(self._secret) % (ORDER - 1) + 1
        return Vapid02(ec.derive_private_key(number, ec.SECP256R1()))

    @cached_property
    def public_key(self) -> str:
        """The key that a browser needs to subscribe."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def check(self, endpoint: str, p256dh: str, auth: str) -> str:
        """A subscription as an address; ``endpoint.refused`` if it is at no push service that is known here."""
        from cryptography.hazmat.primitives.asymmetric import ec

        match = ENDPOINT.fullmatch(endpoint)
        if match is None or len(endpoint) > MOST_ENDPOINT or not any(fits(match[1], host) for host in self._hosts):
            raise Refusal("endpoint.refused", "Your browser's push service is not known here.")
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(p256dh))
            is_secret = len(decode(auth)) == 16
        except (ValueError, binascii.Error):
            is_secret = False
        if not is_secret:
            raise Refusal("endpoint.refused", "The keys of this subscription cannot be read.")
        return orjson.dumps({"endpoint": endpoint, "p256dh": p256dh, "auth": auth}).decode()

    async def send(self, address: str, notification: Notification, stop: str) -> None:  # noqa: ARG002  # a browser stops by itself
        import http_ece
        from cryptography.hazmat.primitives.asymmetric import ec

        subscription = orjson.loads(address)
        content = {
            "title": notification.title,
            "text": notification.text,
            "link": notification.link,
            "tag": notification.tag,
        }
        body = http_ece.encrypt(
            orjson.dumps({**content, "language": notification.language}),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=decode(subscription["p256dh"]),
            auth_secret=decode(subscription["auth"]),
            version="aes128gcm",
        )
        endpoint = subscription["endpoint"]
        claims = {
            "aud": "/".join(endpoint.split("/")[:3]),
            "exp": int(time.time()) + TOKEN_SECONDS,
            "sub": self._subject,
        }
        headers = {"Content-Encoding": "aes128gcm", "TTL": str(DAY_SECONDS), "Urgency": "normal"}
        await self.post(endpoint, body, {**headers, **self._vapid.sign(claims)})


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
    """The filled template. Names of people stay texts, whatever characters they have."""
    if isinstance(template, dict):
        return {name: fill(value, fields) for name, value in template.items()}
    if isinstance(template, list):
        return [fill(each, fields) for each in template]
    if not isinstance(template, str):
        return template
    parts = template.split("{")
    filled = [parts[0]]
    for part in parts[1:]:  # in one go: filled-in values are not filled again
        name, brace, rest = part.partition("}")
        filled.append(fields[name] + rest if brace and name in fields else "{" + part)
    return "".join(filled)


def disarm(text: str) -> str:
    """The same text for readers, without anything that a chat takes for a mention, a link or markup."""
    return text.translate(FULL_WIDTH)


def fits(host: str, known: str) -> bool:
    return host.endswith(known) if known.startswith(".") else host == known


def decode(text: str) -> bytes:
    """Bytes that are written as browsers write them."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,200}={0,2}", text):
        raise ValueError("this is no base64url")
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
