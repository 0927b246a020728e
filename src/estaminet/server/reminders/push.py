"""Web push: what a browser subscribed to, encrypted for it alone (RFC 8291) and signed by this house (RFC 8292)."""

import base64
import binascii
import re
import time
from typing import Final

import http_ece
import orjson
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from estaminet.server.errors import Refusal
from estaminet.server.reminders.webhook import Poster
from estaminet.server.reminders.words import Letter
from estaminet.server.settings import Settings

PUSH_SERVICES: Final = (
    "fcm.googleapis.com", "jmt17.google.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com",
)  # fmt: skip
"""Where browsers have their push services; with a dot before it, any host of that name."""
ENDPOINT: Final = re.compile(r"https://([a-z0-9.-]+(?::\d{1,5})?)/[\w.~!$&'()*+,;=:@%/?-]*", re.ASCII)
"""Nothing in it can be read in two ways."""
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256."""
DAY_SECONDS: Final = 86_400
TOKEN_SECONDS: Final = DAY_SECONDS // 2
MOST_ENDPOINT: Final = 1000


class PushSender:
    """Sends to the push services of browsers."""

    def __init__(self, settings: Settings, secret: bytes) -> None:
        """The key of the house follows from a secret that all who share the database have."""
        self._vapid = Vapid02(ec.derive_private_key(int.from_bytes(secret) % (ORDER - 1) + 1, ec.SECP256R1()))
        self._subject = (
            f"mailto:{settings.mail_from}" if settings.mail_from else f"https://{settings.url.split('://')[-1]}"
        )
        self._hosts = (*PUSH_SERVICES, *settings.push_hosts)
        self._poster = Poster()

    @property
    def public_key(self) -> str:
        """What a browser wants to know before it subscribes."""
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def check(self, endpoint: str, p256dh: str, auth: str) -> str:
        """A subscription as an address; ``endpoint.refused`` if it is at no push service that is known here."""
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

    async def send(self, address: str, letter: Letter, stop: str) -> None:  # noqa: ARG002  # a browser stops by itself
        subscription = orjson.loads(address)
        content = {"title": letter.title, "text": letter.text, "link": letter.link, "tag": letter.tag}
        body = http_ece.encrypt(
            orjson.dumps({**content, "language": letter.language}),
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
        await self._poster.post(endpoint, body, {**headers, **self._vapid.sign(claims)})

    async def examine(self) -> str:
        return ""

    async def close(self) -> None:
        await self._poster.close()


def fits(host: str, known: str) -> bool:
    return host.endswith(known) if known.startswith(".") else host == known


def decode(text: str) -> bytes:
    """Bytes that are written as browsers write them."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,200}={0,2}", text):
        raise ValueError("this is no base64url")
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
