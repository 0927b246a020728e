// English.
import { capital, either, type InAnyLanguage, type Sentences } from "../../phrases";
import { readRules } from "../../rules";
import { PUBS, VALUES, type ActionCardState, type Colour, type Kind } from "../pieces";
import type { Prompt } from "../prompt";
import type { KindWords, LogGaps, PubWords, ReasonGaps } from "./parts";
import rules from "./rules.en.md?raw";

const colours: Colour[] = ["yellow", "red", "blue"];
const marks = (amount: number) =>
  amount === 1 ? "1 mark" : `${new Intl.NumberFormat("en").format(amount)} marks`;

const kinds: Record<Kind, KindWords> = {
  terrace: {
    name: "terrace table",
    label: "terrace table",
    the: "the terrace table",
    one: "a terrace table",
    from: "from the terrace",
    to: "to the terrace",
    at: "on the terrace",
  },
  table: {
    name: "table",
    label: "table",
    the: "the table",
    one: "a table",
    from: "from a table",
    to: "to a table",
    at: "at a table",
  },
  dance: {
    name: "dance floor",
    label: "dance floor",
    the: "the dance floor",
    one: "a dance floor",
    from: "from the dance floor",
    to: "to the dance floor",
    at: "on the dance floor",
  },
  bar: {
    name: "bar",
    label: "bar",
    the: "the bar",
    one: "a bar",
    from: "from the bar",
    to: "to the bar",
    at: "at the bar",
  },
  foosball: {
    name: "foosball table",
    label: "foosball table",
    the: "the foosball table",
    one: "a foosball table",
    from: "from foosball",
    to: "to foosball",
    at: "at foosball",
  },
  billiards: {
    name: "billiard table",
    label: "billiard table",
    the: "the billiard table",
    one: "a billiard table",
    from: "from billiards",
    to: "to billiards",
    at: "at billiards",
  },
};

function listGuests(guests: Colour[]): string {
  if (guests.length === 1) return `a ${guests[0]} guest`;
  const counted = colours.map((colour) => [guests.filter((each) => each === colour).length, colour] as const);
  return `${guests.length} guests (${counted.flatMap(([count, colour]) => (count ? `${count} ${colour}` : [])).join(", ")})`;
}

const lexicon = {
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
  kinds,
  pubs: PUBS.map((name) => ({ name, at: `in ${name}`, to: `to ${name}` })) as readonly PubWords[],
  guests: listGuests,
  /** The same, where nothing is done to them. */
  present: listGuests,
  space: (space: string) =>
    space.startsWith("t") ? `terrace ${space.slice(1)}` : `inside ${space.slice(1)}`,
  card: (card: ActionCardState, kind: KindWords) =>
    `${capital(card.type === "from" ? kind.from : kind.to)}, ${card.paying ? "paying" : "without paying"}`,
  /** Both with the space that this language puts before them. */
  semicolon: ";",
  prompt: (prompt: Prompt) => {
    switch (prompt.what) {
      case "put":
        return `Where does ${kinds[prompt.tile].the} go?${prompt.left ? ` (${prompt.left} more)` : ""}`;
      case "first": {
        const cash = prompt.isLast ? "collect and end the night" : "collect";
        const ways = { equip: "furnish your pub", host: "welcome guests", cash, pass: "" };
        if (prompt.ways.includes("pass")) return "Nothing is possible this time: pass.";
        return `Your turn: ${either(
          "en",
          prompt.ways.map((way) => ways[way]),
        )}.`;
      }
      case "equip":
        return `Where does ${kinds[prompt.tile].the} go?`;
      case "seat": {
        const { at, to } = kinds[prompt.kind];
        const visit = prompt.isVisit ? "In your pub: " : "";
        const all = prompt.left === 1 ? "both" : `all ${prompt.left + 1}`;
        const guest = `the ${prompt.colour} guest (${VALUES[prompt.colour]})`;
        if (prompt.isOnly && prompt.left) return `${visit}${all} go ${to}; there is only one way.`;
        if (prompt.isOnly) return `${visit}${guest} goes ${to}.`;
        if (!prompt.left) return `${visit}choose a seat ${at} for ${guest}.`;
        return `${visit}touch them to seat ${all}, or choose a seat for ${prompt.colour} (${VALUES[prompt.colour]}).`;
      }
      case "group": {
        const { name } = kinds[prompt.kind];
        const { length } = prompt.guests;
        const visit = prompt.isVisit ? "In your pub: " : "";
        if (prompt.isOnly)
          return `${visit}only one ${name} is free; ${length === 1 ? "the guest plays" : "they play"} there.`;
        return `${visit}choose a ${name} for the ${length === 1 ? "guest" : `${length} guests`}.`;
      }
      case "card":
        if (prompt.isInVain)
          return prompt.cards > 1
            ? "Neither of your cards moves anybody: discard one."
            : "Your card moves nobody: discard it.";
        return prompt.cards > 1
          ? "Move guests: touch one of your cards, or the guests who are to move."
          : "Move guests: touch the guests who are to move.";
      case "which":
        return `${prompt.guests.length === 1 ? "The guest gets" : `${prompt.guests.length} guests get`} up ${kinds[prompt.kind].from}. With which of your cards?`;
      case "from": {
        const kind = kinds[prompt.card.furniture as keyof typeof kinds];
        const pay = prompt.card.paying ? "They pay if they leave the pub." : "They do not pay.";
        return `${prompt.card.type === "from" ? `Who gets up ${kind.from}` : `Who goes ${kind.to}`}? ${pay}`;
      }
      case "to":
        return `${prompt.guests.length === 1 ? "The guest gets" : `${prompt.guests.length} guests get`} up ${kinds[prompt.kind].from}. What do they look for?`;
      case "take":
        return prompt.isStackOnly
          ? "Take your new card from the stack."
          : "Take a new card: an open one, or the top one of the stack.";
      default:
        return "Closing time.";
    }
  },
  action: {
    put: (kind: KindWords, space: string) => `place ${kind.one} (${space})`,
    host: (count: number, kind: KindWords, worth: string) => `welcome ${count} guests ${kind.at} (${worth})`,
    cash: (amount: number) => `collect: ${amount} from your guests, and a tip`,
    pass: "Pass",
    card: (card: string) => `play “${card}”`,
    from: (guests: string, kind: KindWords, pub: PubWords) => `move ${guests} ${kind.from} ${pub.at}`,
    to: (kind: KindWords) => `send them ${kind.to}`,
    seat: (guests: string, kind: KindWords, spaces: string) => `seat ${guests} ${kind.at} (${spaces})`,
    /** Everybody who waits, on the seats that are proposed. */
    seatAll: (guests: string, kind: KindWords) => `seat ${guests} ${kind.at}, as shown`,
    /** A card that would do nothing. */
    inVain: (card: string) => `discard “${card}”: it moves nobody`,
    take: (card: string) => `take “${card}”`,
    stack: "take the top card of the stack",
  },
  /** Where guests would go, and who would be paid. */
  walk: {
    stays: (count: number) =>
      count === 1 ? "1 guest stays in the pub, nobody pays" : `${count} guests stay in the pub, nobody pays`,
    goes: (count: number, pub: PubWords) =>
      count === 1 ? `1 guest goes ${pub.to}` : `${count} guests go ${pub.to}`,
    goHome: (count: number) => (count === 1 ? "1 guest goes home" : `${count} guests go home`),
    paid: (amount: string, pub: PubWords) => `${amount} for ${pub.name}`,
    unpaid: "nobody pays",
  },
  logLines: {
    put: ({ who, kind, space }) => `${who} begins with ${kind.one} (${space}).`,
    equip: ({ who, kind, space }) => `${who} sets up ${kind.one} (${space}).`,
    host: ({ who, kind, guests }) => `${who} welcomes ${guests} ${kind.at}.`,
    cash: ({ who, amount }) => `${who} collects, with a tip of ${amount}.`,
    collect: ({ who, amount, money }) => `${who}: ${amount} from the guests, ${money} in the till.`,
    pass: ({ who }) => `${who} passes.`,
    second_action: () => "It is getting crowded: from now on, guests also move every turn.",
    card: ({ who, card }) => `${who} plays “${card}”.`,
    no_effect: () => "It moves nobody: discarded.",
    from: ({ who, pub, owner, kind, guests }) =>
      `${who} sends ${guests} away ${kind.from} ${pub.at} (${owner}).`,
    to: ({ kind }) => `They look for ${kind.one}.`,
    paid: ({ who, amount, money }) => `The bill is settled: ${who} gets ${amount} (till: ${money}).`,
    find_room: ({ pub, owner, kind, isOne }) =>
      `${isOne ? "The guest finds" : "They find"} room ${pub.at} (${owner}), ${kind.at}.`,
    go_home: ({ isOne }) =>
      isOne
        ? "The guest finds no room anywhere and goes home."
        : "There is no room for all of them anywhere: they go home.",
    seat: ({ who, guests, kind, space }) => `${who} seats ${guests} ${kind.at} (${space}).`,
    take: ({ who, card }) => `${who} takes the open card “${card}”.`,
    take_stack: ({ who }) => `${who} draws a card.`,
    last_collect: () => "Closing time: everybody collects once more.",
    wins: ({ who, money }) => `${who} rules the night with ${money}.`,
  } satisfies Sentences<LogGaps>,
  hint: {
    leadText: "your lead over the best of the others a few turns on, in marks",
    unit: (amount: number) => (Math.abs(amount) === 1 ? "mark" : "marks"),
    /** Who goes from which pub to which, in few words; null: home. */
    moved: (count: number, from: string, to: string | null) =>
      `${count === 1 ? "1 guest" : `${count} guests`}: ${from} → ${to === from ? "other seats" : (to ?? "home")}`,
    /** What is placed on which number, in few words. */
    placed: (kind: KindWords, number: string) => `${kind.name} on ${number}`,
    /** Who is welcomed, in few words. */
    hosted: (count: number, at: string, worth: number) => `${count} guests ${at} (${worth})`,
    reasons: {
      wins: () => "The night ends with you in front.",
      earns: ({ amount }) => `The next turns bring you ${amount} more.`,
      costs: ({ who, amount }) => `The next turns bring ${who} ${amount} less.`,
      worth: ({ amount }) => `In a few turns your guests will pay ${amount} more at every collection.`,
      denies: ({ who, amount }) =>
        `In a few turns ${who}’s guests will pay ${amount} less at every collection.`,
      room: ({ count }) =>
        `In a few turns you will have ${count} more free ${count === 1 ? "seat" : "seats"}.`,
    } satisfies Sentences<ReasonGaps>,
  },
  board: {
    tiles: "Furniture",
    guestCards: "Guests",
    actionCards: "Moving guests",
    cash: "Collect",
    stack: (count: number) => `${count} in the stack`,
    hand: "Your cards",
    handOf: (name: string) => `${name}: hand`,
    unknownCard: "hidden card",
    knownToAll: "everybody knows this card",
    secret: "only you know this card",
    worthText: (amount: string) => `The guests pay ${amount} when somebody collects`,
    money: "money",
    lookFor: "What do they look for?",
    played: "Played",
    full: "no room",
    slips: "left without paying",
    goHome: "off home",
    stays: "same pub",
    seat: (kind: string, guests: string, free: number) =>
      `${kind}${guests ? `, ${guests}` : ""}${free ? `, ${free} free` : ""}`,
    freeSpace: "free space",
    tonight: "Tonight",
    untilMoving: (guests: number, threshold: number) =>
      `${guests} of ${threshold} guests in town; then guests also move every turn`,
    moving: "Guests also move every turn; those who leave a pub go on clockwise",
    cashLeft: (count: number) =>
      count === 1
        ? "Last cash card: whoever collects ends the night"
        : `${count} collections until closing time`,
    closed: "Closing time",
    cardsLeft: (count: number) =>
      count === 1 ? "1 action card still to be played" : `${count} action cards still to be played`,
    home: (count: number) =>
      count === 1 ? "1 guest has gone home" : `${count || "No"} guests have gone home`,
    idle: (turns: number, of: number) =>
      `${turns} idle ${turns === 1 ? "turn" : "turns"} in a row; ${of} end the night`,
    unseen: "Still hidden",
    unseenText: "In the stacks; action cards also in the hands of others.",
    unseenTips: "Tips",
    none: "nothing",
    open: (pub: string) => `Show ${pub} large`,
    /** What the others have done to the viewer's pub, in a few words each. */
    since: {
      gone: (count: number, worth: number) =>
        `you lose ${count === 1 ? "1 guest" : `${count} guests`} worth ${worth}`,
      come: (count: number, worth: number) =>
        `you gain ${count === 1 ? "1 guest" : `${count} guests`} worth ${worth}`,
      paid: (amount: string) => `${amount} in your till`,
      /** What somebody has done, in as few words as can be. */
      sets: (tiles: string) => `sets up ${tiles}`,
      hosts: (count: number) => (count === 1 ? "welcomes 1 guest" : `welcomes ${count} guests`),
      collects: "collects",
      /** Whom somebody has sent where; null: home. */
      moves: (count: number, pub: PubWords | null) =>
        `sends ${count === 1 ? "1 guest" : `${count} guests`} ${pub?.to ?? "home"}`,
      passes: "passes",
    },
    account: {
      endedBy: {
        cash: "The sixth collection closed the night.",
        cards: "The last action card closed the night; everybody collected once more.",
        idle: "Nobody could do anything more; everybody collected once more.",
      },
      collected: (times: number) => (times === 1 ? "Collected once" : `Collected ${times} times`),
      tips: "Tips",
      leaving: "From guests who left",
      last: (guests: string) => `Last collection: ${guests}`,
      earlier: "Earned before",
      total: "In the till",
    },
  },
};

/** What every language has to say. */
export type Lexicon = InAnyLanguage<typeof lexicon>;
export default lexicon;
