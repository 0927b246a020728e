"""The account that the house's thinking is charged to: a person at an address."""

from typing import Final, NamedTuple

MOST_KNOWN: Final = 20_000
"""People whose addresses are remembered."""


class Account(NamedTuple):
    """The account that something is charged to."""

    address: str
    """Their address; empty if it is not known."""
    person: str = ""


class Accounts:
    """The last address of each person, as far as this process has seen them. Never written down."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}

    def note(self, person: str, address: str) -> None:
        """Note the address that somebody came from."""
        self._addresses.pop(person, None)
        self._addresses[person] = address
        if len(self._addresses) > MOST_KNOWN:
            del self._addresses[next(iter(self._addresses))]  # the one that has been quiet longest

    def find(self, *people: str) -> Account:
        """The account of the first one whose address is known, or of the first; the others go free.

        People who have not been seen since the start share one account.
        """
        person = next((each for each in people if each in self._addresses), people[0])
        return Account(self._addresses.get(person, ""), person)
