// The rules in our own words, by the numbers of the house.
import type { RuleChapter } from "../../game";

const rules: RuleChapter[] = [
  {
    title: "What it is about",
    rules: [
      {
        number: "P1.1",
        text: "The market square has five rows and six columns. Columns are called a to f from left to right, rows 1 to 5 from the castle down; c4 is the cell where column c and row 4 meet.",
      },
      {
        number: "P1.2",
        text: "There are 22 tiles. Twelve buyers, two of each value: farmhand and maid +1, farmer and farmer’s wife +2, burgher and burgher’s wife +3, knight and lady +4, bishop and abbess +5, king and queen +6. Six rogues: beggar −1, charlatan −2, thief −3, cardsharp −4, preacher −5, tax collector −6. And a double purse, two fires and a curse.",
      },
      {
        number: "P1.3",
        text: "The two fires are alike: which of them lies where makes no difference.",
        isRuling: true,
      },
      {
        number: "P1.4",
        text: "Everybody has stalls in one colour: three of rank II, two of rank III, one of rank IIII, and four, three or two of rank I with two, three or four players.",
      },
    ],
  },
  {
    title: "Before a round",
    rules: [
      {
        number: "P2.1",
        text: "Everybody starts with 50 écus. The bank never runs out, and a purse may go below zero.",
      },
      {
        number: "P2.2",
        text: "All tiles are shuffled. Everybody gets one secret tile that only its owner sees; the others are the face-down stack.",
      },
      {
        number: "P2.3",
        text: "The first player of the first round is drawn by lot. Later, the richest player begins.",
      },
      {
        number: "P2.3b",
        text: "If several are equally rich, the next of them clockwise from whoever began the last round begins; that player comes last.",
        isRuling: true,
      },
      {
        number: "P2.5",
        text: "Everybody may see the square, the stalls in every hand, all money, how many tiles are left, and who still has a secret tile.",
      },
      {
        number: "P2.5b",
        text: "Secret tiles that were not played stay secret, even when the game is over.",
        isRuling: true,
      },
      {
        number: "P2.5c",
        text: "How the last round was paid stays in view during the next one.",
        isRuling: true,
      },
    ],
  },
  {
    title: "Your turn",
    rules: [
      { number: "P3.1", text: "Do one of three things. First: put one of your stalls on any empty cell." },
      {
        number: "P3.2",
        text: "Second: draw the top tile of the stack. Everybody sees it; then you put it on any empty cell. Once drawn, there is no way back.",
      },
      { number: "P3.3", text: "Third: put your secret tile on any empty cell." },
      {
        number: "P3.4",
        text: "You may keep the secret tile as long as you can do something else; if nothing else is left, you must play it. You pass only if none of the three is possible.",
      },
      {
        number: "P3.5",
        text: "A stall of rank II, III or IIII is used once in the whole game. Rank I comes back every round.",
      },
    ],
  },
  {
    title: "Payday",
    rules: [
      {
        number: "P4.1",
        text: "The round is over as soon as the square is full, or nobody can do anything. Cells left empty count for nothing and cut nothing.",
      },
      {
        number: "P4.2",
        text: "Every row and every column is paid separately. A fire cuts its row and its column into parts that have nothing to do with each other.",
      },
      {
        number: "P4.3",
        text: "A line, or part of a line, is worth the sum of its buyers less the sum of its rogues. With the curse in it, its buyers count for nothing. With the double purse in it, the result counts twice, for better or worse.",
      },
      {
        number: "P4.4",
        text: "You get this value times the sum of the ranks of your stalls in it. So every stall is paid twice: once in its row, once in its column.",
      },
      { number: "P4.5", text: "All lines are added up. If the sum is negative, you pay the bank." },
    ],
  },
  {
    title: "The end",
    rules: [
      { number: "P5.1", text: "After the last round, whoever has the most écus wins." },
      { number: "P5.1b", text: "Equally rich players share the victory.", isRuling: true },
      {
        number: "P5.2",
        text: "Between rounds the square is cleared, stalls of rank I come back, and all tiles are shuffled again, the secret ones included.",
      },
    ],
  },
  {
    title: "Variants",
    rules: [
      { number: "P6.1", text: "More or fewer rounds: one to nine." },
      {
        number: "P6.2",
        text: "After a round all stalls come back, or none at all. If none does, a round may end with empty cells.",
      },
      {
        number: "P6.3",
        text: "The game ends with the round in which somebody has no stall left in hand; the number of rounds is then only the limit.",
      },
      { number: "P6.4", text: "All variants can be combined." },
      {
        number: "P6.5",
        text: "Open tiles: nobody has a secret tile, and the whole stack lies face up in its order; only its top tile can be drawn.",
        isRuling: true,
      },
      {
        number: "P6.5b",
        text: "What is left of an open stack stays in view when the game is over.",
        isRuling: true,
      },
      {
        number: "P6.6",
        text: "The wizard, a 23rd tile: every stall directly above, below, left or right of it counts as one rank higher, in its row and in its column.",
      },
      {
        number: "P6.6b",
        text: "The wizard reaches the next cell in each direction, whatever stands there; a fire cannot lie between them.",
        isRuling: true,
      },
      { number: "P6.7", text: "A different sum to start with: 0 to 500 écus." },
    ],
  },
  {
    title: "An example",
    rules: [
      {
        number: "P7",
        text: "There are a burgher’s wife (+3) and the tax collector (−6) in a row: it is worth −3. Whoever has stalls of rank IIII and I in it pays 5 times 3, that is 15. A column with a lady (+4), the thief (−3), the curse and the double purse is worth −6: the lady counts for nothing, and the thief twice.",
      },
    ],
  },
];

export default rules;
