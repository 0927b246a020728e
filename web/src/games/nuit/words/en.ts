// English.
import { either } from "../../phrases";
import { readRules } from "../../rules";
import { VALUES, type Colour } from "../pieces";
import { SENTENCES, TITLES } from "../sign";
import rules from "./rules.en.md?raw";
import { wordsFrom, type Lexicon } from "./lexicon";

const colours: Colour[] = ["yellow", "red", "blue"];
const marks = (amount: number) =>
  amount === 1 ? "1 mark" : `${new Intl.NumberFormat("en").format(amount)} marks`;

const lexicon: Lexicon = {
  title: TITLES.en,
  sentence: SENTENCES.en,
  rules: readRules(rules),
  options: {
    action_draw: {
      label: "New action cards",
      text: "After you have moved guests you take a new action card.",
      values: { open: "from the open row or the stack", stack: "from the stack only, none lies open" },
    },
    threshold: {
      label: "Moving guests begins with",
      text: "As soon as there are this many guests in all pubs together, every turn has a second action: moving guests.",
    },
  },
  score: marks,
  kinds: {
    terrace: {
      name: "terrace table",
      one: "a terrace table",
      from: "from the terrace",
      to: "to the terrace",
      at: "on the terrace",
    },
    table: { name: "table", one: "a table", from: "from a table", to: "to a table", at: "at a table" },
    dance: {
      name: "dance floor",
      one: "a dance floor",
      from: "from the dance floor",
      to: "to the dance floor",
      at: "on the dance floor",
    },
    bar: { name: "bar", one: "a bar", from: "from the bar", to: "to the bar", at: "at the bar" },
    foosball: {
      name: "foosball table",
      one: "a foosball table",
      from: "from foosball",
      to: "to foosball",
      at: "at foosball",
    },
    billiards: {
      name: "billiard table",
      one: "a billiard table",
      from: "from billiards",
      to: "to billiards",
      at: "at billiards",
    },
  },
  guests: (guests) => {
    if (guests.length === 1) return `a ${guests[0]} guest`;
    const counted = colours.map(
      (colour) => [guests.filter((each) => each === colour).length, colour] as const,
    );
    return `${guests.length} guests (${counted.flatMap(([count, colour]) => (count ? `${count} ${colour}` : [])).join(", ")})`;
  },
  space: (space) => (space.startsWith("t") ? `terrace ${space.slice(1)}` : `inside ${space.slice(1)}`),
  card: (card, kind) =>
    `${card.type === "from" ? kind.from : kind.to}, ${card.paying ? "paying" : "without paying"}`,
  pub: (name) => name,
  colon: ":",
  semicolon: ";",
  prompt: (prompt) => {
    switch (prompt.what) {
      case "put":
        return `Choose a space for your ${lexicon.kinds[prompt.tile].name}${prompt.left ? `; ${prompt.left} more to place after it` : ""}.`;
      case "first": {
        const ways = { equip: "furnish your pub", host: "welcome guests", cash: "collect", pass: "" };
        if (prompt.ways.includes("pass")) return "Nothing is possible this time: pass.";
        return `Your turn: ${either(
          "en",
          prompt.ways.map((way) => ways[way]),
        )}.`;
      }
      case "equip":
        return `Choose a space for the ${lexicon.kinds[prompt.tile].name}.`;
      case "seat": {
        const { at } = lexicon.kinds[prompt.kind];
        const visit = prompt.isVisit ? "In your pub: " : "";
        const all = prompt.left === 1 ? "both" : `all ${prompt.left + 1}`;
        if (prompt.isOnly && prompt.left)
          return `${visit}there is only one way to seat ${all} ${at}; they sit down.`;
        if (prompt.isOnly)
          return `${visit}only one place is left ${at}; the ${prompt.colour} guest (${VALUES[prompt.colour]}) sits down.`;
        const guest = `the ${prompt.colour} guest (${VALUES[prompt.colour]})`;
        if (!prompt.left) return `${visit}choose a seat ${at} for ${guest}.`;
        return `${visit}touch the guests to seat ${all} as shown, or choose a seat for ${guest}.`;
      }
      case "group": {
        const { name } = lexicon.kinds[prompt.kind];
        const visit = prompt.isVisit ? "In your pub: " : "";
        if (prompt.isOnly)
          return `${visit}only one ${name} is free; ${prompt.guests.length === 1 ? "the guest plays" : "they play"} there.`;
        return `${visit}choose a ${name} for ${lexicon.guests(prompt.guests)}.`;
      }
      case "card":
        return prompt.cards > 1
          ? "Now move guests: touch one of your cards, or those who are to get up."
          : "Now move guests: touch those who are to get up.";
      case "which":
        return `${prompt.guests.length === 1 ? "The guest gets" : `${prompt.guests.length} guests get`} up ${lexicon.kinds[prompt.kind].from}. With which of your cards?`;
      case "from": {
        const kind = lexicon.kinds[prompt.card.furniture as keyof typeof lexicon.kinds];
        const pay = prompt.card.paying ? "They pay when they leave it." : "They leave without paying.";
        if (prompt.card.type === "from") return `Who gets up ${kind.from}? Choose a tile in any pub. ${pay}`;
        return `Who goes ${kind.to}? Choose a tile in any pub. ${pay}`;
      }
      case "to":
        return `${prompt.guests.length === 1 ? "The guest gets" : `${prompt.guests.length} guests get`} up ${lexicon.kinds[prompt.kind].from}. What do they look for?`;
      case "take":
        return prompt.isStackOnly
          ? "Take your new card from the stack."
          : "Take a new card: an open one, or the top one of the stack.";
      default:
        return "Closing time.";
    }
  },
  action: {
    put: (kind, space) => `place ${kind.one}, ${space}`,
    host: (guests, kind) => `welcome ${guests} ${kind.at}`,
    cash: "collect",
    pass: "Pass",
    card: (card) => `play the card “${card}”`,
    from: (guests, kind, pub) => `move ${guests} ${kind.from} in ${pub}`,
    to: (kind) => `send them ${kind.to}`,
    seat: (guests, kind, space) => `seat ${guests} ${kind.at}, ${space}`,
    seatAll: (guests, kind) => `seat ${guests} ${kind.at}, as shown`,
    inVain: (card) => `play “${card}”, which does nothing: nobody sits there`,
    take: (card) => `take the card “${card}”`,
    stack: "take the top card of the stack",
  },
  logLines: {
    put: ({ who, kind, space }) => `${who} begins with ${kind.one} (${space}).`,
    equip: ({ who, kind, space }) => `${who} sets up ${kind.one} (${space}).`,
    host: ({ who, kind, guests }) => `${who} welcomes ${guests} ${kind.at}.`,
    cash: ({ who, amount }) => `${who} collects, with a tip of ${amount}.`,
    collect: ({ who, amount, money }) => `${who}: ${amount} from the guests, ${money} in the till.`,
    pass: ({ who }) => `${who} passes.`,
    second_action: () => "The town is full: from now on every turn also moves guests.",
    card: ({ who, card }) => `${who} plays “${card}”.`,
    no_effect: () => "Nobody sits where it matters: no effect.",
    from: ({ who, pub, kind, guests }) => `${who} sends ${guests} away ${kind.from} in ${pub}.`,
    to: ({ kind }) => `Wanted: ${kind.one}.`,
    paid: ({ who, amount, money }) => `The bill is settled: ${who} gets ${amount} (till: ${money}).`,
    find_room: ({ pub, kind, isOne }) =>
      `${isOne ? "The guest finds" : "They find"} room in ${pub}, ${kind.at}.`,
    go_home: ({ isOne }) =>
      isOne
        ? "The guest finds no room anywhere and goes home."
        : "There is no room for all of them anywhere: they go home.",
    seat: ({ who, guests, kind, space, isOne }) =>
      `${who} seats ${guests} ${kind.at} (${space})${isOne ? "" : ", all together"}.`,
    take: ({ who, card }) => `${who} takes the open card “${card}”.`,
    take_stack: ({ who }) => `${who} draws a card.`,
    last_collect: () => "Closing time: everybody collects once more.",
    wins: ({ who, money }) => `${who} is king of the night with ${money}.`,
  },
  board: {
    tiles: "Furniture",
    guestCards: "Guests",
    actionCards: "Moving guests",
    cash: "Collect",
    stack: (count) => `${count} in the stack`,
    hand: "Your cards",
    handOf: (name) => `${name}: hand`,
    unknownCard: "hidden card",
    knownToAll: "everybody knows this card",
    secret: "only you know this card",
    worthText: (amount) => `The guests pay ${amount} when somebody collects`,
    money: "money",
    lookFor: "What do they look for?",
    played: "Played",
    full: "no room",
    slips: "left without paying",
    goHome: "off home",
    stays: "same pub",
    goesTo: (pub) => `on to ${pub}`,
    paid: (pub, amount) => `${pub} gets ${amount}`,
    unpaid: "nobody pays",
    seat: (kind, guests, free) => `${kind}${guests ? `, ${guests}` : ""}${free ? `, ${free} free` : ""}`,
    freeSpace: "free space",
    tonight: "Tonight",
    untilMoving: (guests, threshold) =>
      `${guests} of ${threshold} guests in town; then every turn also moves guests`,
    moving: "Every turn also moves guests; those who leave a pub go on clockwise",
    cashLeft: (count) =>
      count === 1
        ? "Last cash card: whoever collects ends the night"
        : `${count} collections until closing time`,
    cardsLeft: (count) =>
      count === 1 ? "1 action card still to be played" : `${count} action cards still to be played`,
    home: (count) => (count === 1 ? "1 guest has gone home" : `${count} guests have gone home`),
    idle: (turns, of) => `${turns} idle ${turns === 1 ? "turn" : "turns"} in a row; ${of} end the night`,
    unseen: "Not seen yet",
    unseenText: "In the stacks; action cards also in the hands of others.",
    unseenTips: "Tips",
    none: "nothing",
    worth: (amount) => `worth ${amount}`,
    income: (amount) => `${amount} from your guests, and a tip`,
    seatAll: "seat all",
    open: (pub) => `Show ${pub} large`,
    since: {
      gone: (count) => (count === 1 ? "1 guest lured away" : `${count} guests lured away`),
      come: (count) => (count === 1 ? "1 guest came" : `${count} guests came`),
      you: "you",
    },
    account: {
      endedBy: {
        cash: "The sixth collection closed the night.",
        cards: "The last action card closed the night; everybody collected once more.",
        idle: "Nobody could do anything more; everybody collected once more.",
      },
      collected: (times) => (times === 1 ? "Collected once" : `Collected ${times} times`),
      tips: "Tips",
      leaving: "From guests who left",
      last: (guests) => `Last collection: ${guests}`,
      earlier: "Earned before",
      total: "In the till",
    },
  },
};

export default wordsFrom("en", lexicon);
