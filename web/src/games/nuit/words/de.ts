// German.
import { capital, either } from "../../phrases";
import { readRules } from "../../rules";
import { VALUES, type Colour, type Kind } from "../pieces";
import type { Lexicon } from "./en";
import type { KindWords } from "./parts";
import rules from "./rules.de.md?raw";

const names: Record<Colour, string> = { yellow: "gelb", red: "rot", blue: "blau" };
const marks = (amount: number) => `${new Intl.NumberFormat("de").format(amount)} Mark`;

const kinds: Record<Kind, KindWords> = {
  terrace: {
    name: "Terrassentisch",
    label: "Terras\u00adsen\u00adtisch",
    the: "dem Terrassentisch",
    one: "einen Terrassentisch",
    from: "von der Terrasse",
    to: "auf die Terrasse",
    at: "auf der Terrasse",
  },
  table: {
    name: "Tisch",
    label: "Tisch",
    the: "dem Tisch",
    one: "einen Tisch",
    from: "von einem Tisch",
    to: "an einen Tisch",
    at: "am Tisch",
  },
  dance: {
    name: "Tanzfläche",
    label: "Tanz\u00adfläche",
    the: "der Tanzfläche",
    one: "eine Tanzfläche",
    from: "von der Tanzfläche",
    to: "auf die Tanzfläche",
    at: "auf der Tanzfläche",
  },
  bar: {
    name: "Theke",
    label: "Theke",
    the: "der Theke",
    one: "eine Theke",
    from: "von der Theke",
    to: "an die Theke",
    at: "an der Theke",
  },
  foosball: {
    name: "Kicker",
    label: "Kicker",
    the: "dem Kicker",
    one: "einen Kicker",
    from: "vom Kicker",
    to: "an den Kicker",
    at: "am Kicker",
  },
  billiards: {
    name: "Billardtisch",
    label: "Billard\u00adtisch",
    the: "dem Billardtisch",
    one: "einen Billardtisch",
    from: "vom Billard",
    to: "zum Billard",
    at: "beim Billard",
  },
};

function listGuests(guests: Colour[]): string {
  const [first] = guests;
  if (guests.length === 1 && first) return `einen ${names[first]}en Gast`;
  return countGuests(guests);
}

/** The same in the nominative. */
const present = ([first, ...more]: Colour[]): string =>
  first && !more.length ? `ein ${names[first]}er Gast` : countGuests(first ? [first, ...more] : []);

function countGuests(guests: Colour[]): string {
  const counted = (Object.keys(names) as Colour[]).map((colour) => {
    const count = guests.filter((each) => each === colour).length;
    return count ? `${count} ${names[colour]}` : "";
  });
  return `${guests.length} Gäste (${counted.filter(Boolean).join(", ")})`;
}

const leave = ({ guests, kind }: { guests: Colour[]; kind: Kind }): string =>
  `${guests.length === 1 ? "Ein Gast geht" : `${guests.length} Gäste gehen`} ${kinds[kind].from} weg`;

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
  pubs: [
    { name: "das Charlys Pub", at: "im Charlys Pub", to: "ins Charlys Pub" },
    { name: "die Schwarze Sau", at: "in der Schwarzen Sau", to: "in die Schwarze Sau" },
    { name: "Mama Nostra", at: "bei Mama Nostra", to: "zu Mama Nostra" },
    { name: "die Hungrigen Herzen", at: "in den Hungrigen Herzen", to: "in die Hungrigen Herzen" },
    { name: "das Café Lebensart", at: "im Café Lebensart", to: "ins Café Lebensart" },
  ],
  guests: listGuests,
  present,
  space: (space) => (space.startsWith("t") ? `Terrasse ${space.slice(1)}` : `Raum ${space.slice(1)}`),
  card: (card, kind) =>
    `${card.type === "from" ? `Weg ${kind.from}` : capital(kind.to)}, ${card.paying ? "mit" : "ohne"} Bezahlen`,
  semicolon: ";",
  prompt: (prompt) => {
    switch (prompt.what) {
      case "put":
        return `Wohin mit ${kinds[prompt.tile].the}?${prompt.left ? ` (noch ${prompt.left})` : ""}`;
      case "first": {
        const cash = prompt.isLast ? "kassieren und den Abend beenden" : "kassieren";
        const ways = { equip: "einrichten", host: "Gäste begrüßen", cash, pass: "" };
        if (prompt.ways.includes("pass")) return "Diesmal geht nichts: Passe.";
        return `Du bist dran: ${either(
          "de",
          prompt.ways.map((way) => ways[way]),
        )}.`;
      }
      case "equip":
        return `Wohin mit ${kinds[prompt.tile].the}?`;
      case "seat": {
        const { at, to } = kinds[prompt.kind];
        const visit = prompt.isVisit ? "Bei dir: " : "";
        const all = prompt.left === 1 ? "beide" : `alle ${prompt.left + 1}`;
        const colour = names[prompt.colour];
        const value = VALUES[prompt.colour];
        if (prompt.isOnly && prompt.left)
          return `${visit}${capital(all)} setzen sich ${to}, anders geht es nicht.`;
        if (prompt.isOnly) return `${visit}Der ${colour}e Gast (${value}) setzt sich ${to}.`;
        if (!prompt.left) return `${visit}Wähle einen Platz ${at} für den ${colour}en Gast (${value}).`;
        return `${visit}Tippe sie an, um ${all} zu setzen, oder wähle den Platz für ${capital(colour)} (${value}).`;
      }
      case "group": {
        const { length } = prompt.guests;
        const visit = prompt.isVisit ? "Bei dir: " : "";
        if (prompt.isOnly)
          return `${visit}Nur ein ${kinds[prompt.kind].name} ist frei: Dort ${length === 1 ? "spielt der Gast" : "spielen sie"}.`;
        return `${visit}Wähle ${kinds[prompt.kind].one} für ${length === 1 ? "den Gast" : `die ${length} Gäste`}.`;
      }
      case "card":
        if (prompt.isInVain)
          return prompt.cards > 1
            ? "Keine deiner Karten bewegt jemanden: Leg eine ab."
            : "Deine Karte bewegt niemanden: Leg sie ab.";
        return prompt.cards > 1
          ? "Bewege Gäste: Tippe eine deiner Karten oder die Gäste an, die gehen sollen."
          : "Bewege Gäste: Tippe die Gäste an, die gehen sollen.";
      case "which":
        return `${leave(prompt)}. Mit welcher deiner Karten?`;
      case "from": {
        const kind = kinds[prompt.card.furniture as keyof typeof kinds];
        const pay = prompt.card.paying ? "Sie zahlen, wenn sie die Kneipe verlassen." : "Sie zahlen nicht.";
        return `Wer geht ${prompt.card.type === "from" ? `${kind.from} weg` : kind.to}? ${pay}`;
      }
      case "to":
        return `${leave(prompt)}. Was ${prompt.guests.length === 1 ? "sucht er" : "suchen sie"}?`;
      case "take":
        return prompt.isStackOnly
          ? "Nimm deine neue Karte vom Stapel."
          : "Nimm eine offene Karte oder die oberste vom Stapel.";
      default:
        return "Feierabend.";
    }
  },
  action: {
    put: (kind, space) => `${kind.one} aufstellen (${space})`,
    host: (count, kind, worth) => `${count} Gäste ${kind.at} begrüßen (${worth})`,
    cash: (amount) => `kassieren: ${amount} von deinen Gästen und ein Trinkgeld`,
    pass: "Passen",
    card: (card) => `„${card}“ spielen`,
    from: (guests, kind, pub) => `${guests} ${kind.from} wegschicken, ${pub.at}`,
    to: (kind) => `sie ${kind.to} schicken`,
    seat: (guests, kind, spaces) => `${guests} ${kind.to} setzen (${spaces})`,
    seatAll: (guests, kind) => `${guests} ${kind.to} setzen, wie gezeigt`,
    inVain: (card) => `„${card}“ ablegen: Die Karte betrifft niemanden`,
    take: (card) => `„${card}“ nehmen`,
    stack: "die oberste Karte vom Stapel nehmen",
  },
  walk: {
    stays: (count) =>
      count === 1
        ? "1 Gast bleibt in der Kneipe, niemand zahlt"
        : `${count} Gäste bleiben in der Kneipe, niemand zahlt`,
    goes: (count, pub) => (count === 1 ? `1 Gast geht ${pub.to}` : `${count} Gäste gehen ${pub.to}`),
    goHome: (count) => (count === 1 ? "1 Gast geht nach Hause" : `${count} Gäste gehen nach Hause`),
    paid: (amount, pub) => `${amount} für ${pub.name}`,
    unpaid: "niemand zahlt",
  },
  logLines: {
    put: ({ who, kind, space }) => `${who} stellt zu Beginn ${kind.one} auf (${space}).`,
    equip: ({ who, kind, space }) => `${who} stellt ${kind.one} auf (${space}).`,
    host: ({ who, kind, guests }) => `${who} begrüßt ${guests} ${kind.at}.`,
    cash: ({ who, amount }) => `${who} kassiert, mit ${amount} Trinkgeld.`,
    collect: ({ who, amount, money }) => `${who}: ${amount} von den Gästen, ${money} in der Kasse.`,
    pass: ({ who }) => `${who} passt.`,
    second_action: () => "Jetzt wird es voll: Von nun an ziehen in jedem Zug auch Gäste um.",
    card: ({ who, card }) => `${who} spielt „${card}“.`,
    no_effect: () => "Das betrifft niemanden: Die Karte wird abgelegt.",
    from: ({ who, pub, owner, kind, guests }) =>
      `${who} schickt ${pub.at} (${owner}) ${guests} ${kind.from} weg.`,
    to: ({ kind }) => `Ziel: ${kind.name}.`,
    paid: ({ who, amount, money }) =>
      `Die Rechnung wird beglichen: ${who} bekommt ${amount} (Kasse: ${money}).`,
    find_room: ({ pub, owner, kind, isOne }) =>
      `${isOne ? "Er findet" : "Sie finden"} Platz ${pub.at} (${owner}), ${kind.at}.`,
    go_home: ({ isOne }) =>
      isOne
        ? "Nirgends ist Platz: Er geht nach Hause."
        : "Nirgends ist Platz für alle: Sie gehen nach Hause.",
    seat: ({ who, guests, kind, space }) => `${who} setzt ${guests} ${kind.to} (${space}).`,
    take: ({ who, card }) => `${who} nimmt die offene Karte „${card}“.`,
    take_stack: ({ who }) => `${who} zieht eine Karte.`,
    last_collect: () => "Feierabend: Alle kassieren noch einmal.",
    wins: ({ who, money }) => `${who} regiert die Nacht mit ${money}.`,
  },
  hint: {
    leadText: "dein Vorsprung vor dem Besten der anderen in ein paar Zügen, in Mark",
    unit: () => "Mark",
    moved: (count, from, to) =>
      `${count === 1 ? "1 Gast" : `${count} Gäste`}: ${from} → ${to === from ? "andere Plätze" : (to ?? "nach Hause")}`,
    placed: ({ name }, number) => `${name} auf ${number}`,
    hosted: (count, at, worth) => `${count} Gäste ${at} (${worth})`,
    reasons: {
      wins: () => "Die Nacht geht zu Ende, und du liegst vorn.",
      earns: ({ amount }) => `Die nächsten Züge bringen dir ${amount} mehr.`,
      costs: ({ who, amount }) => `Die nächsten Züge bringen ${who} ${amount} weniger.`,
      worth: ({ amount }) => `In einigen Zügen zahlen deine Gäste bei jedem Kassieren ${amount} mehr.`,
      denies: ({ who, amount }) => `Bald zahlen die Gäste von ${who} bei jedem Kassieren ${amount} weniger.`,
      room: ({ count }) =>
        `In einigen Zügen hast du ${count === 1 ? "einen freien Platz" : `${count} freie Plätze`} mehr.`,
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
    full: "kein Platz",
    slips: "weg, ohne zu zahlen",
    goHome: "nach Hause",
    stays: "gleiche Kneipe",
    seat: (kind, guests, free) => `${kind}${guests ? `, ${guests}` : ""}${free ? `, ${free} frei` : ""}`,
    freeSpace: "freies Feld",
    tonight: "Heute Abend",
    untilMoving: (guests, threshold) =>
      `${guests} von ${threshold} Gästen; danach ziehen in jedem Zug auch Gäste um`,
    moving: "In jedem Zug ziehen auch Gäste um; wer eine Kneipe verlässt, geht im Uhrzeigersinn weiter",
    cashLeft: (count) =>
      count === 1
        ? "Letzte Kassierkarte: Sie beendet den Abend"
        : `Noch ${count}-mal kassieren bis Feierabend`,
    closed: "Feierabend",
    cardsLeft: (count) =>
      count === 1 ? "Noch 1 Aktionskarte zu spielen" : `Noch ${count} Aktionskarten zu spielen`,
    home: (count) =>
      count === 1
        ? "1 Gast ist nach Hause gegangen"
        : count
          ? `${count} Gäste sind nach Hause gegangen`
          : "Niemand ist nach Hause gegangen",
    idle: (turns, of) =>
      `${turns} ${turns === 1 ? "Zug" : "Züge"} ohne Wirkung in Folge; ${of} beenden den Abend`,
    unseen: "Noch verdeckt",
    unseenText: "In den Stapeln; Aktionskarten auch auf der Hand der anderen.",
    unseenTips: "Trinkgelder",
    none: "nichts",
    open: (pub) => `${pub} groß zeigen`,
    since: {
      gone: (count, worth) =>
        `du verlierst ${count === 1 ? "1 Gast" : `${count} Gäste`} im Wert von ${worth}`,
      come: (count, worth) => `du gewinnst ${count === 1 ? "1 Gast" : `${count} Gäste`} im Wert von ${worth}`,
      paid: (amount) => `${amount} in deine Kasse`,
      sets: (tiles) => `stellt ${tiles} auf`,
      hosts: (count) => (count === 1 ? "begrüßt 1 Gast" : `begrüßt ${count} Gäste`),
      collects: "kassiert",
      moves: (count, pub) =>
        `schickt ${count === 1 ? "1 Gast" : `${count} Gäste`} ${pub?.to ?? "nach Hause"}`,
      passes: "passt",
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
