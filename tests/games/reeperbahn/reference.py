"""The rules page a second time, slowly and by the letter, to compare with: cards as lists, moves tried out."""

from collections.abc import Iterator
from dataclasses import dataclass, field

CARDS = (
    [("lilli", "green")] * 12 + [("guard1", "grey")] * 4 + [("guard2", "grey")] * 10 + [("flank", "grey")] * 2
    + [("hans1", "yellow")] * 2 + [("hans2", "yellow")] * 8 + [("hans3", "yellow")] * 2
    + [("lola1", "red")] + [("lola2", "red")] * 3 + [("lola3", "red")] * 5 + [("lola4", "red")] * 3
    + [("lola5", "red")] + [("lola0", "red")] * 2
)  # fmt: skip
COLOUR = dict(CARDS)
MEANS = {"lilli": "green", "hans": "yellow", "w": "grey", "e": "grey"}
Places = dict[str, int]


@dataclass
class Game:
    """A game in progress; `winners` is empty while it goes on."""

    deal: dict[str, object]
    is_royal: bool
    places: Places = field(init=False)
    hands: list[list[int]] = field(init=False)
    winners: list[int] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    is_refilled: bool = False

    def __post_init__(self) -> None:
        hans, deck = self.deal["hans"], self.deal["deck"]
        assert isinstance(hans, int)
        assert isinstance(deck, list)
        self.turn = hans
        self.places = {"lilli": 9, "charly": 9, "w": 7, "e": 11, "hans": 8 if hans == 0 else 10}
        self.places["lola"] = 18 - self.places["hans"]
        self.hands = [[], []]
        for number, card in enumerate(deck[:16]):
            self.hands[(hans + number) % 2].append(card)
        self.stack = deck[16:]

    def ahead(self, figure: str, squares: int) -> int:
        """R4.1."""
        return self.places[figure] + squares * (1 if self.turn else -1)

    def moved(self, action: str) -> Places | None:
        """The figures after an action, or None if it cannot be carried out in full."""
        name, _, rest = action.partition(" ")
        changes: Places = {}
        if name == "lilli":
            changes = {"lilli": self.ahead("lilli", 1)}
        elif name == "court":
            changes = {figure: self.ahead(figure, 1) for figure in ("w", "lilli", "e")}
        elif name in ("guard1", "guard2"):
            far = 2 if name == "guard2" and rest != "we" else 1
            changes = {guard: self.ahead(guard, far) for guard in rest}
        elif name == "flank":
            changes = {"w": self.places["lilli"] - 1, "e": self.places["lilli"] + 1}
        elif name == "lola0":
            changes = {"lola": 9}
        elif name[:4] in ("hans", "lola"):
            changes = {name[:4]: self.ahead(name[:4], int(name[4]))}
        elif name.startswith("joker"):
            lola, lilli = self.places["lola"], self.places["lilli"]
            if not (lola < lilli if self.turn == 0 else lola > lilli):
                return None
            changes = {rest: self.ahead(rest, int(name[5]))}
        elif name == "charm":
            changes = {rest: self.places["hans"]}
        after = self.places | changes
        if after == self.places and name not in ("discard", "end"):
            return None
        is_court = after["w"] < after["lilli"] < after["e"]
        return after if is_court and all(1 <= square <= 17 for square in after.values()) else None

    def card(self, action: str) -> str:
        """The kind of card that an action spends; none for a charm and an end."""
        name, _, rest = action.partition(" ")
        if name in ("charm", "end"):
            return ""
        return {"court": "lilli", "discard": rest}.get(name, name.replace("joker", "lola"))

    def meaning(self, action: str) -> tuple[str, str]:
        """R3, R4.9: what all actions of a turn must have in common."""
        name, _, rest = action.partition(" ")
        if name in ("discard", "charm"):
            return name, ""
        return COLOUR[self.card(action)], MEANS[rest] if name.startswith("joker") else ""

    def is_legal(self, action: str) -> bool:
        if action == "end":
            return bool(self.done)
        if self.done and (action.startswith("charm") or self.meaning(self.done[0]) != self.meaning(action)):
            return False
        kind = self.card(action)
        held = sum(CARDS[card][0] == kind for card in self.hands[self.turn])
        if kind and held < (2 if action == "court" else 1):
            return False
        return self.moved(action) is not None

    def play(self, action: str) -> None:
        after = self.moved(action)
        assert after is not None
        self.places = after
        kind = self.card(action)
        for _ in range(2 if action == "court" else bool(kind)):
            spent = min(card for card in self.hands[self.turn] if CARDS[card][0] == kind)
            self.hands[self.turn].remove(spent)
            self.discards.append(spent)
        self.done.append(action)
        if self.places["lilli"] <= 2 or self.places["lilli"] >= 16:
            self.winners = [int(self.places["lilli"] >= 16)]
        elif action == "end" or action.startswith("charm"):
            steps = [self.stroll(), self.draw(action)]
            for step in steps if self.is_royal else steps[::-1]:
                for _ in step:
                    if self.winners:
                        return
            self.turn, self.done = 1 - self.turn, []

    def stroll(self) -> Iterator[None]:
        """R7, square by square."""
        entrance, half = ((1, 2), range(1, 9)) if self.turn == 0 else ((16, 17), range(10, 18))
        steps = sum(self.places[figure] in entrance for figure in ("w", "e", "hans", "lola"))
        steps += all(self.places[figure] in half for figure in ("w", "lilli", "e"))
        for _ in range(steps):
            self.places["charly"] = self.ahead("charly", 1)
            if self.places["charly"] in entrance:
                self.winners = [self.turn]
            yield

    def draw(self, action: str) -> Iterator[None]:
        """R6, card by card."""
        while action == "end" and len(self.hands[self.turn]) < 8:
            self.hands[self.turn].append(self.stack.pop(0))
            if not self.stack and self.is_refilled:
                deciding = [self.places[figure] for figure in ("lilli", "charly") if self.places[figure] != 9]
                self.winners = [int(deciding[0] > 9)] if deciding else [0, 1]
            elif not self.stack:
                order = self.deal["reshuffle"]
                assert isinstance(order, list)
                self.stack = [card for card in order if card in self.discards]
                self.discards, self.is_refilled = [], True
            yield
