"""Links that identify somebody for one purpose alone: confirm an address, end reminders, read a calendar."""

from typing import Final, Literal

from itsdangerous import BadSignature, URLSafeTimedSerializer

from estaminet.server.errors import Refusal

DAY_SECONDS: Final = 86_400
Purpose = Literal["confirm", "stop", "calendar"]
LIFETIMES: Final[dict[Purpose, int]] = {
    "confirm": 2 * DAY_SECONDS, "stop": 400 * DAY_SECONDS, "calendar": 400 * DAY_SECONDS
}  # fmt: skip
"""In seconds."""


class Links:
    """Signs and reads links. A signature is good for one purpose alone."""

    def __init__(self, key: bytes, url: str) -> None:
        self._url = url.rstrip("/")
        self._signers = {
            purpose: URLSafeTimedSerializer(key.hex(), salt=f"estaminet reminders {purpose}") for purpose in LIFETIMES
        }

    def sign(self, purpose: Purpose, *parts: str) -> str:
        return self._signers[purpose].dumps(parts)

    def read(self, purpose: Purpose, token: str) -> list[str]:
        """What was signed; ``link.invalid`` if it was not, or too long ago."""
        try:
            parts: list[str] = self._signers[purpose].loads(token, max_age=LIFETIMES[purpose])
        except BadSignature:
            raise Refusal("link.invalid", "This link is not valid, or no longer.") from None
        return parts

    def confirm(self, person: str, channel: str, address: str) -> str:
        return f"{self._url}/reminders/confirm?token={self.sign('confirm', person, channel, address)}"

    def stop(self, person: str, channel: str) -> str:
        return f"{self._url}/reminders/stop?token={self.sign('stop', person, channel)}"
