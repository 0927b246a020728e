// German.
import { either } from "../../phrases";
import { readRules } from "../../rules";
import { VALUES, type Colour, type Kind } from "../pieces";
import type { Lexicon } from "./en";
import type { KindWords } from "./parts";
import rules from "./rules.de.md?raw";

const names: Record<Colour, string> = { yellow: "gelb", red: "rot", blue: "blau" };
const marks = (amount: number) => `${new Intl.NumberFormat("de").format(amount)} Mark`;

const kinds: Record<Kind, KindWords> = {
  terrace: {
    name: "Terras\u00adsen\u00adtisch",
    one: "einen Terrassentisch",
    from: "von der Terrasse",
    to: "auf die Terrasse",
    at: "auf der Terrasse",
  },
  table: {
    name: "Tisch",
    one: "einen Tisch",
    from: "von einem Tisch",
    to: "an einen Tisch",
    at: "am Tisch",
  },
  dance: {
    name: "Tanz\u00adfläche",
    one: "eine Tanzfläche",
    from: "von der Tanzfläche",
    to: "auf die Tanzfläche",
    at: "auf der Tanzfläche",
  },
  bar: { name: "Theke", one: "eine Theke", from: "von der Theke", to: "an die Theke", at: "an der Theke" },
  foosball: {
    name: "Kicker",
    one: "einen Kicker",
    from: "vom Kicker",
    to: "an den Kicker",
    at: "am Kicker",
  },
  billiards: {
    name: "Billard\u00adtisch",
    one: "einen Billardtisch",
    from: "vom Billard",
    to: "zum Billard",
    at: "beim Billard",
  },
};

function listGuests(guests: Colour[]): string {
  const [first] = guests;
  if (guests.length === 1 && first) return `einen ${names[first]}en Gast`;
  const counted = (Object.keys(names) as Colour[]).map((colour) => {
    const count = guests.filter((each) => each === colour).length;
    return count ? `${count} ${names[colour]}` : "";
  });
  return `${guests.length} Gäste (${counted.filter(Boolean).join(", ")})`;
}

const lexicon: Lexicon = {
  rules: readRules(rules),
  options: {
    action_draw: {
      label: "Neue Aktionskarten",
      text: "Wer Gäste bewegt hat, nimmt eine neue Aktionskarte.",
      values: { open: "aus der Auslage oder vom Stapel", stack: "nur vom Stapel, keine liegt offen" },
    },
    threshold: {
      label: "Gäste bewegen ab",
      text: "Sobald so viele Gäste in allen Kneipen zusammen sind, hat jeder Zug eine zweite Aktion: Gäste bewegen.",
    },
  },
  score: marks,
  kinds,
  guests: listGuests,
  space: (space) => (space.startsWith("t") ? `Terrasse ${space.slice(1)}` : `innen ${space.slice(1)}`),
  card: (card, kind) =>
    `${card.type === "from" ? kind.from : kind.to}, ${card.paying ? "zahlend" : "ohne zu zahlen"}`,
  colon: ":",
  semicolon: ";",
  prompt: (prompt) => {
    switch (prompt.what) {
      case "put": {
        const more = prompt.left ? `; danach noch ${prompt.left}` : "";
        return `Stelle ${kinds[prompt.tile].one} auf: Wähle ein Feld${more}.`;
      }
      case "first": {
        const ways = { equip: "einrichten", host: "Gäste begrüßen", cash: "kassieren", pass: "" };
        if (prompt.ways.includes("pass")) return "Diesmal geht nichts: Passe.";
        return `Du bist dran: ${either(
          "de",
          prompt.ways.map((way) => ways[way]),
        )}.`;
      }
      case "equip":
        return `Wähle ein Feld für ${kinds[prompt.tile].one}.`;
      case "seat": {
        const { at } = kinds[prompt.kind];
        const visit = prompt.isVisit ? "Bei dir: " : "";
        const all = prompt.left === 1 ? "beide" : `alle ${prompt.left + 1}`;
        const guest = `den ${names[prompt.colour]}en Gast (${VALUES[prompt.colour]})`;
        if (prompt.isOnly && prompt.left)
          return `${visit}Für ${all} gibt es ${at} nur eine Möglichkeit: Sie setzen sich.`;
        if (prompt.isOnly) return `${visit}Für ${guest} ist ${at} nur noch ein Platz: Dort sitzt er nun.`;
        if (!prompt.left) return `${visit}Wähle einen Platz ${at} für ${guest}.`;
        return `${visit}Tippe die Gäste an, um ${all} so zu setzen, oder wähle einen Platz für ${guest}.`;
      }
      case "group": {
        const visit = prompt.isVisit ? "Bei dir: " : "";
        if (prompt.isOnly)
          return `${visit}Nur ein ${kinds[prompt.kind].name} ist frei: Dort ${prompt.guests.length === 1 ? "spielt der Gast" : "spielen sie"}.`;
        return `${visit}Wähle ${kinds[prompt.kind].one} für ${listGuests(prompt.guests)}.`;
      }
      case "card":
        return prompt.cards > 1
          ? "Jetzt Gäste bewegen: Tippe eine deiner Karten an oder die Gäste, die gehen sollen."
          : "Jetzt Gäste bewegen: Tippe die Gäste an, die gehen sollen.";
      case "which": {
        const { from } = kinds[prompt.kind];
        if (prompt.guests.length === 1) return `Ein Gast geht ${from} weg. Mit welcher deiner Karten?`;
        return `${prompt.guests.length} Gäste gehen ${from} weg. Mit welcher deiner Karten?`;
      }
      case "from": {
        const kind = kinds[prompt.card.furniture as keyof typeof kinds];
        const pay = prompt.card.paying ? "Sie zahlen beim Gehen." : "Ohne zu zahlen!";
        if (prompt.card.type === "from")
          return `Wer geht ${kind.from} weg? Wähle ein Plättchen, egal wo. ${pay}`;
        return `Wer geht ${kind.to}? Wähle, was leer wird, egal wo. ${pay}`;
      }
      case "to": {
        const { from } = kinds[prompt.kind];
        if (prompt.guests.length === 1) return `Ein Gast geht ${from} weg. Was sucht er?`;
        return `${prompt.guests.length} Gäste gehen ${from} weg. Was suchen sie?`;
      }
      case "take":
        return prompt.isStackOnly
          ? "Nimm deine neue Karte vom Stapel."
          : "Nimm eine neue Karte: eine offene oder die oberste vom Stapel.";
      default:
        return "Feierabend.";
    }
  },
  action: {
    put: (kind, space) => `${kind.one} aufstellen, ${space}`,
    host: (guests, kind) => `${guests} begrüßen, ${kind.at}`,
    cash: "kassieren",
    pass: "Passen",
    card: (card) => `die Karte „${card}“ spielen`,
    from: (guests, kind, pub) => `bei ${pub} ${guests} ${kind.from} wegschicken`,
    to: (kind) => `sie ${kind.to} schicken`,
    seat: (guests, kind, space) => `${guests} setzen, ${kind.at}, ${space}`,
    seatAll: (guests, kind) => `${guests} setzen, ${kind.at}, wie gezeigt`,
    inVain: (card) => `„${card}“ ohne Wirkung spielen: Dort sitzt niemand`,
    take: (card) => `die Karte „${card}“ nehmen`,
    stack: "die oberste Karte vom Stapel nehmen",
  },
  logLines: {
    put: ({ who, kind, space }) => `${who} stellt zu Beginn ${kind.one} auf (${space}).`,
    equip: ({ who, kind, space }) => `${who} stellt ${kind.one} auf (${space}).`,
    host: ({ who, kind, guests }) => `${who} begrüßt ${guests} ${kind.at}.`,
    cash: ({ who, amount }) => `${who} kassiert, mit ${amount} Trinkgeld.`,
    collect: ({ who, amount, money }) => `${who}: ${amount} von den Gästen, ${money} in der Kasse.`,
    pass: ({ who }) => `${who} passt.`,
    second_action: () => "Die Stadt ist voll: Ab jetzt bewegt jeder Zug auch Gäste.",
    card: ({ who, card }) => `${who} spielt „${card}“.`,
    no_effect: () => "Dort sitzt niemand: keine Wirkung.",
    from: ({ who, pub, kind, guests }) => `${who} schickt bei ${pub} ${guests} ${kind.from} weg.`,
    to: ({ kind }) => `Gesucht: ${kind.name}.`,
    paid: ({ who, amount, money }) =>
      `Die Rechnung wird beglichen: ${who} bekommt ${amount} (Kasse: ${money}).`,
    find_room: ({ pub, kind, isOne }) =>
      `${isOne ? "Er findet" : "Sie finden"} Platz bei ${pub}, ${kind.at}.`,
    go_home: ({ isOne }) =>
      isOne
        ? "Nirgends ist Platz: Er geht nach Hause."
        : "Nirgends ist Platz für alle: Sie gehen nach Hause.",
    seat: ({ who, guests, kind, space }) => `${who} setzt ${guests} ${kind.to} (${space}).`,
    take: ({ who, card }) => `${who} nimmt die offene Karte „${card}“.`,
    take_stack: ({ who }) => `${who} zieht eine Karte.`,
    last_collect: () => "Feierabend: Alle kassieren noch einmal.",
    wins: ({ who, money }) => `${who} ist mit ${money} König der Nacht.`,
  },
  hint: {
    leadText: "Vorsprung bei Feierabend",
    unit: () => "Mark",
    moved: (count, from, to) =>
      `${count === 1 ? "1 Gast" : `${count} Gäste`} von ${from} → ${to ?? "nach Hause"}`,
    hosted: (count, at, worth) => `${count} Gäste ${at} (${worth})`,
    reasons: {
      wins: () => "Die Nacht geht zu Ende, und du liegst vorn.",
      collects: ({ amount, who, other }) => `Du bekommst ${amount} und ein Trinkgeld, ${who} ${other}.`,
      paid: ({ amount }) => `Das bringt ${amount} mehr in deine Kasse.`,
      less: ({ who, amount }) => `${who} bekommt ${amount} weniger.`,
      guests: ({ count, amount }) =>
        `${count === 1 ? "Ein Gast" : `${count} Gäste`} mehr in deiner Kneipe: ${amount} bei jedem Kassieren.`,
      worth: ({ amount }) => `Deine Gäste zahlen bei jedem Kassieren ${amount} mehr.`,
      lures: ({ who, amount }) => `Das lockt Gäste von ${who} weg: ${amount} weniger bei jedem Kassieren.`,
      denies: ({ who, amount }) => `Sonst kämen Gäste zu ${who}, die ${amount} wert sind.`,
      fits: ({ guests, kind, amount }) => `Das schafft Platz ${kind.at} für ${guests} im Wert von ${amount}.`,
      room: ({ count, kind }) => `Es ist Platz für ${count} ${kind.at}.`,
      spread: () => "Deine Gäste sitzen verteilter: Weniger lassen sich auf einmal weglocken.",
      card: ({ card }) => `Das bringt dir die Karte „${card}“.`,
    },
  },
  board: {
    tiles: "Einrichtung",
    guestCards: "Gäste",
    actionCards: "Aktionen",
    cash: "Kassieren",
    stack: (count) => `${count} im Stapel`,
    hand: "Deine Karten",
    handOf: (name) => `${name}: Hand`,
    unknownCard: "verdeckte Karte",
    knownToAll: "alle kennen diese Karte",
    secret: "nur du kennst diese Karte",
    worthText: (amount) => `Die Gäste zahlen ${amount}, wenn jemand kassiert`,
    money: "Kasse",
    lookFor: "Was suchen sie?",
    played: "Gespielt",
    full: "voll",
    slips: "weg, ohne zu zahlen",
    goHome: "nach Hause",
    stays: "gleiche Kneipe",
    goesTo: (pub) => `weiter zu ${pub}`,
    paid: (pub, amount) => `${pub} bekommt ${amount}`,
    unpaid: "niemand zahlt",
    seat: (kind, guests, free) => `${kind}${guests ? `, ${guests}` : ""}${free ? `, ${free} frei` : ""}`,
    freeSpace: "freies Feld",
    tonight: "Heute Abend",
    untilMoving: (guests, threshold) =>
      `${guests} von ${threshold} Gästen; danach bewegt jeder Zug auch Gäste`,
    moving: "Jeder Zug bewegt auch Gäste; wer eine Kneipe verlässt, geht im Uhrzeigersinn weiter",
    cashLeft: (count) =>
      count === 1
        ? "Letzte Kassierkarte: Sie beendet den Abend"
        : `Noch ${count}-mal kassieren bis Feierabend`,
    cardsLeft: (count) =>
      count === 1 ? "Noch 1 Aktionskarte zu spielen" : `Noch ${count} Aktionskarten zu spielen`,
    home: (count) =>
      count === 1 ? "1 Gast ist nach Hause gegangen" : `${count} Gäste sind nach Hause gegangen`,
    idle: (turns, of) =>
      `${turns} ${turns === 1 ? "Zug" : "Züge"} ohne Wirkung in Folge; ${of} beenden den Abend`,
    unseen: "Noch nicht gesehen",
    unseenText: "In den Stapeln; Aktionskarten auch auf der Hand der anderen.",
    unseenTips: "Trinkgelder",
    none: "nichts",
    worth: (amount) => `zusammen ${amount}`,
    income: (amount) => `${amount} von deinen Gästen und ein Trinkgeld`,
    seatAll: "alle setzen",
    open: (pub) => `${pub} groß zeigen`,
    since: {
      gone: (count) => (count === 1 ? "1 Gast weggelockt" : `${count} Gäste weggelockt`),
      come: (count) => (count === 1 ? "1 Gast gekommen" : `${count} Gäste gekommen`),
      you: "du",
    },
    account: {
      endedBy: {
        cash: "Das sechste Kassieren beendete den Abend.",
        cards: "Die letzte Aktionskarte beendete den Abend; alle kassierten noch einmal.",
        idle: "Niemand konnte mehr etwas tun; alle kassierten noch einmal.",
      },
      collected: (times) => `${times}-mal kassiert`,
      tips: "Trinkgelder",
      leaving: "Von Gästen, die gingen",
      last: (guests) => `Letztes Kassieren: ${guests}`,
      earlier: "Vorher verdient",
      total: "In der Kasse",
    },
  },
};

export default lexicon;
