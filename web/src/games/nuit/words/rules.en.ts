// The rules in English, in our own words.
import type { RuleChapter } from "../../game";

// prettier-ignore
const rules: RuleChapter[] = [
  {
    title: "What lies on the table",
    rules: [
      { number: "N1.1", text: "Every player, three to five of them, owns a pub with ten spaces: seven inside and three on the terrace. The middle of the room (inside 4) is the only inside space that touches no wall." },
      { number: "N1.2", text: "38 furniture tiles: 9 terrace tables with 3 seats, 9 tables with 2, 4 dance floors with 4, 8 bars with 2, and 4 foosball and 4 billiard tables, each for one group of 1 to 4." },
      { number: "N1.3", text: "63 guests: 21 yellow ones spend 10 marks, 21 red ones 20, 21 blue ones 30." },
      { number: "N1.4", text: "21 guest cards: each brings 2 to 4 guests who ask for one kind of furniture." },
      { number: "N1.5", text: "36 action cards. For each kind of furniture three cards say where guests get up and three where they go; one of each three lets them leave without paying." },
      { number: "N1.6", text: "6 cash cards with tips of 30, 40, 50, 50, 60 and 70 marks." },
    ],
  },
  {
    title: "Before the evening",
    rules: [
      { number: "N2.1", text: "Everything is shuffled. Two tiles, three guest cards and three action cards lie open beside their stacks." },
      { number: "N2.2", text: "Nobody has money. Everybody gets three tiles, seen by all, and two secret action cards." },
      { number: "N2.3", text: "The owners place their three tiles one by one, in seat order and in the order drawn.", isRuling: true },
      { number: "N2.5", text: "Whatever is taken from an open row is replaced from its stack at once; with the stack gone its place stays empty." },
    ],
  },
  {
    title: "Furniture",
    rules: [
      { number: "N3.1", text: "Terrace tables stand on the terrace, everything else inside; one tile on a space, for the whole game." },
      { number: "N3.2", text: "A bar begins at a wall: in the middle of the room only beside another bar tile. At most three bar tiles may be joined." },
      { number: "N3.2a", text: "A pub may have several bars, and a tile may join two of them if the result has at most three tiles.", isRuling: true },
      { number: "N3.3", text: "There is no other limit: all four billiard tables in one pub are fine." },
    ],
  },
  {
    title: "First action",
    rules: [
      { number: "N4", text: "A turn begins with one of three actions: furnish, welcome or collect." },
      { number: "N4.1", text: "Furnish: take one of the two open tiles and place it." },
      { number: "N4.2", text: "Welcome: take an open guest card and seat its guests; only if all of them find free seats on their kind of furniture in your own pub." },
      { number: "N4.2a", text: "Used guest cards do not come back.", isRuling: true },
      { number: "N4.3", text: "Collect: turn up a cash card. Every owner gets the value of all guests in their pub, and you get the tip as well. Only if you and at least one other owner have a guest. The guests stay." },
      { number: "N4.4", text: "Whoever can do none of the three passes; the second action still follows.", isRuling: true },
    ],
  },
  {
    title: "Second action: moving guests",
    rules: [
      { number: "N5.1", text: "As soon as there are 10 guests in all pubs together, every turn, this one included, has a second action." },
      { number: "N5.1a", text: "It stays until the end, even when fewer guests are left. Guests count once their whole group is seated.", isRuling: true },
      { number: "N5.2", text: "Play one of your two cards and name the tile that empties, in any pub, even your own. All its guests get up. One sort of card fixes the furniture that they leave, and you say what they look for; the other sort fixes what they look for. The two kinds always differ." },
      { number: "N5.2a", text: "You may name a kind of furniture that nobody has.", isRuling: true },
      { number: "N5.3", text: "They stay together and look for a pub where all of them fit on that kind: first in the same pub, then clockwise. The first that fits takes them. If none does, they go home, out of the game." },
      { number: "N5.4", text: "If they leave the pub, its owner is paid their value at once, unless the note on the card is crossed out. Within the same pub nobody pays." },
      { number: "N5.5", text: "A card that concerns no guest is discarded without effect. One that does must be carried out." },
      { number: "N5.5a", text: "You choose freely which of your cards to play.", isRuling: true },
      { number: "N5.6", text: "Then take a new card from the open row or the stack. A card from the open row stays known to everybody, and so does its place in the hand. With no card left to take, the place stays empty.", isRuling: true },
    ],
  },
  {
    title: "Seating",
    rules: [
      { number: "N6.1", text: "Guests sit down one by one, yellow, then red, then blue, each on a free seat of their kind. At foosball and billiards the whole group takes one empty table; groups never share one." },
      { number: "N6.2", text: "The owner of the pub decides who sits where, even in another player’s turn.", isRuling: true },
    ],
  },
  {
    title: "Closing time",
    rules: [
      { number: "N7.1", text: "The night ends at once when the sixth cash card has been paid out." },
      { number: "N7.2", text: "It also ends when the last of the 36 action cards has been played and its guests are seated: then everybody collects once more, without a tip." },
      { number: "N7.3", text: "The richest owner is king of the night." },
      { number: "N7.3a", text: "Owners who are equally rich share the victory. Hands are not laid open.", isRuling: true },
      { number: "N7.4", text: "If all owners pass one after the other without playing a card, the night ends as after the last action card.", isRuling: true },
    ],
  },
  {
    title: "Variants",
    rules: [{ number: "N8", text: "New action cards may come from the stack only, with none lying open. And moving guests may begin at a number of guests other than 10." }],
  },
];

export default rules;
