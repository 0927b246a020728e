// The rules in our own words, by the numbers of the house.
import type { RuleChapter } from "../../game";

const rules: RuleChapter[] = [
  {
    title: "The street",
    rules: [
      {
        number: "R1.1",
        text: "The street has 17 squares. Squares 1 and 2 are the entrance of the Delta, 16 and 17 that of the Carré; the manhole on 9 is the centre. Charly walks on the dark kerb beside the same squares.",
      },
      {
        number: "R1.2",
        text: "Six people are out tonight: Brilli-Lilli, her two bodyguards, Blond Hans, Red Lola and Champagne Charly. Each guard is named after the club on whose side of Lilli he stands.",
      },
      {
        number: "R1.3",
        text: "There are 55 cards. Green: 12 Lilli. Grey: 4 with one step, 10 with two, 2 that call both guards to Lilli. Yellow: Hans, 2 with a 1, 8 with a 2, 2 with a 3. Red: Lola, 1 with a 1, 3 with a 2, 5 with a 3, 3 with a 4, 1 with a 5, 2 with the manhole.",
      },
    ],
  },
  {
    title: "Before the game",
    rules: [
      {
        number: "R2.1",
        text: "Lilli and Charly start on 9, the guards on 7 and 11. Hans and Lola stand between Lilli and a guard each; lots decide who has Hans on their side.",
      },
      {
        number: "R2.2",
        text: "Whoever has Hans on their side begins. Both are dealt eight cards; the rest are the stack.",
      },
      {
        number: "R2.2b",
        text: "The cards are dealt one at a time in turn, beginning with whoever moves first.",
        isRuling: true,
      },
    ],
  },
  {
    title: "Your turn",
    rules: [
      {
        number: "R3.1",
        text: "First way: play one or more cards, all of one colour, one after the other.",
      },
      {
        number: "R3.2",
        text: "Second way: let Hans charm somebody. Third way: swap, that is, discard as many cards as you like.",
      },
      {
        number: "R3.2b",
        text: "A swap is at least one card.",
        isRuling: true,
      },
      {
        number: "R3.3",
        text: "After cards or a swap you draw up to eight again; after a charm you do not. Then Charly moves.",
      },
    ],
  },
  {
    title: "The cards",
    rules: [
      {
        number: "R4.1",
        text: "A card moves its figure towards your own club, never away from it. Only the cards that call the guards to Lilli and Lola to the manhole go either way.",
      },
      {
        number: "R4.2",
        text: "A card is carried out in full, or it cannot be played. Nobody leaves the street.",
      },
      {
        number: "R4.3",
        text: "People pass each other and share squares freely. But Lilli and her guards always stand on three different squares, with Lilli between the guards; how far apart does not matter.",
      },
      {
        number: "R4.4",
        text: "A Lilli card moves Lilli one square. Two played together move her and both guards one square each. Both may happen in one turn.",
      },
      {
        number: "R4.5",
        text: "Grey cards move one guard one square, or one guard two squares, or both one square each. A guard never passes Lilli.",
      },
      {
        number: "R4.6",
        text: "Two grey cards call both guards to the squares right beside Lilli.",
      },
      {
        number: "R4.6b",
        text: "Such a card is played only if it moves somebody.",
        isRuling: true,
      },
      {
        number: "R4.7",
        text: "Yellow cards move Hans, red ones Lola, by the number on the card. The red card with the manhole puts Lola on the centre.",
      },
      {
        number: "R4.7b",
        text: "Lola is sent to the manhole only if she is not there.",
        isRuling: true,
      },
      {
        number: "R4.8",
        text: "Joker: while Lola stands between Lilli and your end of the street, a red card with a number may move Lilli, Hans or a guard by that number instead.",
      },
      {
        number: "R4.8b",
        text: "Lola may stand on your entrance. The condition is checked before each card. The card with the manhole is no joker, and two jokers do not bring the guards along.",
        isRuling: true,
      },
      {
        number: "R4.9",
        text: "The first red card of a turn says what red means: Lola herself, or one other colour. The other red cards follow it, and cards of that other colour are not mixed with them.",
      },
      {
        number: "R4.9b",
        text: "Red stands for a colour, not for a person: grey jokers may move either guard, card by card.",
        isRuling: true,
      },
    ],
  },
  {
    title: "Hans’s charm",
    rules: [
      {
        number: "R5.1",
        text: "Instead of cards, Hans draws Lilli or one guard to his square, from any distance and from either side. Lilli must still be between her guards. Never Lola, who knows his tricks, and never Charly.",
      },
      {
        number: "R5.1b",
        text: "Whoever is charmed must move by it.",
        isRuling: true,
      },
    ],
  },
  {
    title: "The stack",
    rules: [
      {
        number: "R6.1",
        text: "Both may count the stack at any time, and the discards lie open.",
      },
      {
        number: "R6.1b",
        text: "The table remembers for you: what must be in the other hand, because it could be counted, is shown.",
        isRuling: true,
      },
      {
        number: "R6.2",
        text: "When the stack is empty for the first time, the discards are shuffled and become the second stack.",
      },
      {
        number: "R6.2b",
        text: "This happens at the moment its last card is drawn. The cards of the current turn are shuffled in as well, and drawing goes on.",
        isRuling: true,
      },
      {
        number: "R6.3",
        text: "With the last card of the second stack the game ends at once: whoever has Lilli on their half wins; if she stands at the manhole, whoever has Charly; if he does as well, it is a draw.",
      },
    ],
  },
  {
    title: "Charly",
    rules: [
      {
        number: "R7.1",
        text: "At the end of your turn Charly comes one square closer for each guard, for Hans and for Lola on your entrance, and one more if Lilli and both guards are all on your half.",
      },
      {
        number: "R7.2",
        text: "In your turn he never goes the other way.",
      },
    ],
  },
  {
    title: "The end",
    rules: [
      {
        number: "R8.1",
        text: "The game ends at once when Lilli or Charly is on an entrance, even in the middle of a turn: the owner of that entrance wins. A charm can even make your opponent win.",
      },
      {
        number: "R8.2",
        text: "Charly stops on the first entrance square he reaches.",
        isRuling: true,
      },
      {
        number: "R8.3",
        text: "Every game ends: the stack is refilled only once, and after a charm there is no other until a card has parted Hans from whoever he charmed.",
      },
      {
        number: "R8",
        text: "Hands are not laid open when the game is over.",
        isRuling: true,
      },
    ],
  },
  {
    title: "Variant",
    rules: [
      {
        number: "R9",
        text: "Royal Visit: there are only four Lola cards with a 3, and Charly moves before cards are drawn. So he may win just before the stack ends the game.",
      },
    ],
  },
  {
    title: "An example",
    rules: [
      {
        number: "R10",
        text: "The owner of the Delta has the guards on 2 and 9, Lilli on 7, Charly on 9, and plays four Lilli cards: two together, then two single ones. The guards now stand on 1 and 8, Lilli on 4. Four cards are drawn, and Charly comes two squares closer, to 7: one for the guard on the entrance, one for the whole court on the Delta’s half.",
      },
    ],
  },
];

export default rules;
