// Die Wörter des Marktes auf Deutsch.
import { capital } from "../../phrases";
import { readRules } from "../../rules";
import type { Lexicon } from "./en";
import { numberIn } from "./parts";
import rules from "./rules.de.md?raw";

/** Jedes Plättchen mit Artikel, im vierten Fall. */
const TILES: Record<string, string> = {
  farmhand: "den Knecht",
  maid: "die Magd",
  farmer: "den Bauern",
  farmeress: "die Bäuerin",
  burgher: "den Bürger",
  burgheress: "die Bürgerin",
  knight: "den Ritter",
  lady: "die Edelfrau",
  bishop: "den Bischof",
  abbess: "die Äbtissin",
  king: "den König",
  queen: "die Königin",
  beggar: "den Bettler",
  quack: "den Scharlatan",
  thief: "den Dieb",
  cardsharp: "den Falschspieler",
  preacher: "den Prediger",
  tax_collector: "den Steuereintreiber",
  purse: "den doppelten Geldbeutel",
  fire: "das Feuer",
  curse: "den Fluch",
  wizard: "den Zauberer",
};
const NAMES: Record<string, string> = { farmer: "Bauer", purse: "Doppelter Geldbeutel" };
const EFFECTS: Record<string, string> = {
  purse: "Verdoppelt seine Reihe und seine Gasse, Gewinn wie Verlust.",
  fire: "Trennt seine Reihe und seine Gasse: Nichts kommt durchs Feuer.",
  curse: "Vertreibt die Käufer aus Reihe und Gasse; die Gauner bleiben.",
  wizard: "Stände direkt daneben zählen einen Rang höher.",
};

const the = (tile: string) => TILES[tile] ?? tile;
const plain = (tile: string) => NAMES[tile] ?? the(tile).replace(/^(den|die|das) /, "");

const lexicon: Lexicon = {
  options: {
    rounds: { label: "Runden", text: "Wie viele Markttage gespielt werden; normalerweise drei." },
    stalls_return: {
      label: "Stände, die zurückkommen",
      text: "Normalerweise kommt nach einer Runde nur Rang I zurück, und jeder höhere Stand wird nur einmal im Spiel benutzt.",
      values: { rank_one: "Rang I", all: "alle", none: "keine" },
    },
    end: {
      label: "Das Spiel endet",
      text: "Mit „dem letzten Stand“ ist die Runde, in der jemandem die Stände ausgehen, die letzte; die Zahl der Runden ist dann nur die Obergrenze.",
      values: { rounds: "nach diesen Runden", last_stall: "mit dem letzten Stand" },
    },
    tiles: {
      label: "Plättchen",
      text: "Offen: Niemand hat ein geheimes Plättchen, und der Stapel liegt in seiner Reihenfolge aufgedeckt da.",
      values: { secret: "eins geheim für jeden", open: "alle offen" },
    },
    wizard: {
      label: "Zauberer",
      text: "Ein Plättchen mehr: Stände direkt neben dem Zauberer zählen einen Rang höher.",
    },
    purse_start: {
      label: "Heller zu Beginn",
      text: "Was jeder vor der ersten Runde besitzt; normalerweise 50.",
    },
  },
  rules: readRules(rules),
  score: (points) => `${numberIn("de", points)} Heller`,
  tile: the,
  alone: plain,
  someTile: "das Plättchen",
  prompt: {
    place: (tile) => `Wähle ein Feld für ${tile}.`,
    lastCell: (tile) => `Nur ein Feld ist noch frei für ${tile}.`,
    rank: (rank) => `Wähle ein Feld für deinen Stand vom Rang ${rank}.`,
    secret: (tile) => `Wähle ein Feld für dein geheimes Plättchen: ${tile}.`,
    ways: {
      stall: "stell einen Stand auf",
      draw: "zieh ein Plättchen",
      secret: "spiel dein geheimes Plättchen",
      secretToo: "spiel dein geheimes",
    },
    only: (way) => `Du kannst nichts anderes tun: ${capital(way)}.`,
    pass: "Du kannst in dieser Runde nichts mehr tun: Du musst passen.",
  },
  action: {
    stall: (rank, cell) => `einen Stand vom Rang ${rank} auf ${cell} stellen`,
    draw: "ein Plättchen ziehen",
    place: (tile, cell) => `${tile} auf ${cell} legen`,
    secret: (cell) => `das geheime Plättchen auf ${cell} legen`,
    pass: "Passen",
  },
  logLines: {
    stall: ({ who, rank, cell }) => `${who} stellt einen Stand ${rank} auf ${cell}.`,
    draw: ({ who, tile }) => `${who} zieht ${tile}.`,
    place: ({ who, tile, cell }) => `${who} legt ${tile} auf ${cell}.`,
    secret: ({ who, tile, cell }) => `${who} legt das geheime Plättchen auf ${cell}: ${tile}.`,
    pass: ({ who }) => `${who} kann nichts tun und passt.`,
    round_paid: ({ round }) => `Runde ${round} wird abgerechnet.`,
    gain: ({ who, amount, isLoss, money }) =>
      `${who} ${isLoss ? "zahlt" : "bekommt"} ${amount} und hat jetzt ${money}.`,
    round_begins: ({ who, round }) => `Runde ${round}: ${who} fängt an.`,
    wins: ({ who, total }) => `${who} gewinnt mit ${total}n.`,
  },
  forYou: (amount) => `${amount} für dich`,
  brief: {
    stall: (rank, cell) => `stellt ${rank} auf ${cell}`,
    tile: (tile, cell) => `legt ${tile} auf ${cell}`,
  },
  target: {
    cell: (cell, row, column) => `Feld ${cell}: Reihe ${row}, Gasse ${column}`,
    rank: (rank, count) => `Stand vom Rang ${rank}, ${count} auf der Hand`,
    stack: (count) => `Stapel: das oberste Plättchen ziehen, noch ${count}`,
    secret: (tile) => `Dein geheimes Plättchen${tile && `: ${tile}`}`,
  },
  hint: {
    leadText: "dein Vorsprung vor dem Besten der anderen am Ende der Runde, in Hellern",
    unit: () => "Heller",
    line: (line) => line.replace("row", "Reihe").replace("column", "Gasse"),
    reasons: {
      wins: () => "Das gewinnt die Partie.",
      earns: ({ amount }) => `Bis zum Ende der Runde verdienst du ${amount} mehr.`,
      earns_line: ({ line, amount }) => `${line} bringt dir bis zum Ende der Runde ${amount} mehr.`,
      costs: ({ who, amount }) => `Bis zum Ende der Runde verdient ${who} ${amount} weniger.`,
      costs_line: ({ who, line, amount }) =>
        `${line} bringt ${who} bis zum Ende der Runde ${amount} weniger.`,
      keeps: ({ rank }) => `Dein Stand vom Rang ${rank} bleibt öfter für eine spätere Runde.`,
      spends: ({ who, rank }) => `Ein Stand vom Rang ${rank} bleibt ${who} seltener für eine spätere Runde.`,
    },
  },
  labels: {
    square: "Der Marktplatz",
    round: (round, of) => `Runde ${round} von ${of}`,
    begins: (who) => `${who} fängt an`,
    stack: "Stapel",
    left: (count) => (count ? `noch ${count}` : "leer"),
    openStack: "Kommt noch, in dieser Reihenfolge",
    unseen: "Noch verdeckt, im Stapel oder auf einer Hand",
    secret: "geheim",
    secretGone: "gespielt",
    holdsSecret: "hat noch ein geheimes Plättchen",
    hands: "Was alle auf der Hand haben",
    standing: "jetzt abgerechnet",
    tile: plain,
    effect: (tile, value) =>
      EFFECTS[tile] ??
      (value > 0
        ? "Kauft in der ganzen Reihe und der ganzen Gasse."
        : "Bestiehlt die ganze Reihe und die ganze Gasse."),
    stall: (rank, owner) => `Stand von ${owner}, Rang ${rank}`,
    forYou: (gain) => `für dich ${gain}`,
    skip: "Abrechnung überspringen",
    empty: (cell) => `${cell}: frei`,
    line: (line) => line.replace("row", "Reihe").replace("column", "Gasse"),
    worth: (line, value) => `${line} ist ${value} wert.`,
    accounts: "Abrechnung",
    paid: (round) => `Abrechnung der Runde ${round}`,
    goOn: (round) => `Weiter mit Runde ${round}`,
    value: "Wert",
    rows: "Reihen",
    columns: "Gassen",
    total: "Summe",
    before: "Zu Beginn",
    stretch: (line, from, to) => (from === to ? `${line}, ${from}` : `${line}, ${from} bis ${to}`),
    how: "Linie für Linie",
  },
};

export default lexicon;
