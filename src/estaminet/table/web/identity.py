"""Who somebody is, without an account: a signed token, in a cookie, a personal link, or a bot's header."""

from datetime import UTC, datetime
from typing import Final, Literal

from itsdangerous import BadSignature, URLSafeTimedSerializer

from estaminet.table.errors import BadLink, NobodyKnown
from estaminet.table.store.database import Person, Store

Purpose = Literal["cookie", "link", "bot"]
DAY_SECONDS: Final = 86_400
LIFETIMES: Final[dict[Purpose, int]] = {"cookie": 400 * DAY_SECONDS, "link": DAY_SECONDS, "bot": 400 * DAY_SECONDS}
"""In seconds."""
COOKIE: Final = "estaminet"


class Identities:
    """Makes tokens and reads them."""

    def __init__(self, store: Store, key: bytes) -> None:
        self._store = store
        self._signers = {
            purpose: URLSafeTimedSerializer(key.hex(), salt=f"estaminet {purpose}") for purpose in LIFETIMES
        }

    def sign(self, person: Person, purpose: Purpose) -> str:
        """A token that says who somebody is."""
        return self._signers[purpose].dumps([person.id, person.epoch])

    async def recognize(self, *, cookie: str | None, authorization: str | None) -> Person | None:
        """Who sent a request; None if nobody that we know."""
        if authorization is not None:
            scheme, _, token = authorization.partition(" ")
            return await self._read(token, "bot") if scheme.lower() == "bearer" else None
        return await self._read(cookie, "cookie") if cookie else None

    async def require(self, *, cookie: str | None, authorization: str | None) -> Person:
        person = await self.recognize(cookie=cookie, authorization=authorization)
        if person is None:
            raise NobodyKnown("Nobody knows you here yet: say your name first.")
        return person

    async def look_again(self, person: Person) -> Person:
        """Somebody who was recognized some time ago, by their present name; NobodyKnown if they have left since."""
        found = await self._store.find_person(person.id)
        if found is None or found.epoch != person.epoch:
            raise NobodyKnown("You have left: say your name again.")
        return found

    async def claim(self, token: str) -> Person:
        """Who a personal link belongs to."""
        person = await self._read(token, "link")
        if person is None:
            raise BadLink("This personal link is not valid, or no longer: make a new one.")
        return person

    async def _read(self, token: str, purpose: Purpose) -> Person | None:
        try:
            (identity, epoch), signed = self._signers[purpose].loads(token, return_timestamp=True)
        except (BadSignature, ValueError, TypeError):
            return None
        # What seems to be signed in the future is ours all the same: a clock was set back, or a neighbour's is ahead.
        if (datetime.now(UTC) - signed).total_seconds() > LIFETIMES[purpose]:
            return None
        person = await self._store.find_person(identity)
        return person if person and person.epoch == epoch else None
