"""On whose account the house thinks: a person's, who comes from an address."""

from typing import Final, NamedTuple

MOST_KNOWN: Final = 20_000
"""Of so many people it is known from where they came."""


class Account(NamedTuple):
    """On whose account something is done."""

    address: str
    """Where they come from; empty if that is not known."""
    person: str = ""


class Accounts:
    """From where people last came, as far as this process has seen them. It is never written down."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}

    def note(self, person: str, address: str) -> None:
        """Somebody came from an address."""
        self._addresses.pop(person, None)
        self._addresses[person] = address
        if len(self._addresses) > MOST_KNOWN:
            del self._addresses[next(iter(self._addresses))]  # the one that has been quiet longest

    def find(self, *people: str) -> Account:
        """The account of the first of them whose address is known, or of the first; the others go free.

        Whoever has not been seen since the start shares one account with all like them.
        """
        person = next((each for each in people if each in self._addresses), people[0])
        return Account(self._addresses.get(person, ""), person)
