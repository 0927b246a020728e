// Die Wörter des Marktes auf Deutsch.
import type { AnyView } from "../../../wire/types";
import type { GameWords } from "../../game";
import { capital, either } from "../../phrases";
import { readRules } from "../../rules";
import { splitTarget } from "../../target";
import { boardOf, signed, type Tile } from "../market";
import { around, inHand, plus, possible, RETOLD, type Labels } from "./parts";
import { SENTENCES, TITLES } from "../sign";
import { hintIn } from "./hint";
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
  curse: "Vertreibt alle Käufer aus seiner Reihe und seiner Gasse; die Gauner bleiben.",
  wizard: "Stände direkt daneben zählen einen Rang höher.",
};

const number = (value: unknown) => new Intl.NumberFormat("de").format(Number(value));
const the = (tile: string) => TILES[tile] ?? tile;
const valued = (tile: string | number | undefined, value: string | number | undefined) =>
  Number(value) ? `${the(String(tile))} (${signed(Number(value))})` : the(String(tile));
const wanted = (tile: Tile | null) =>
  tile ? `${the(tile.name)}${tile.value ? `, ${signed(tile.value)}` : ""}` : "das Plättchen";
const plain = (tile: string) => NAMES[tile] ?? the(tile).replace(/^(den|die|das) /, "");

function prompt(view: AnyView, picked: readonly string[]): string {
  const board = boardOf(view);
  if (board.stage === "place") return `Wähle ein Feld für ${wanted(board.drawn)}.`;
  const [kind, rank] = splitTarget(picked[0] ?? "");
  if (kind === "rank") return `Wähle ein Feld für deinen Stand vom Rang ${rank}.`;
  if (kind === "secret") return `Wähle ein Feld für dein geheimes Plättchen: ${wanted(board.secret)}.`;
  const can = possible(view);
  const ways = [
    can.stall && "stell einen Stand auf",
    can.draw && "zieh ein Plättchen",
    can.secret && "spiel dein geheimes Plättchen",
  ].filter((way) => way !== false);
  if (!ways.length) return "Du kannst in dieser Runde nichts mehr tun: Passe.";
  return `${capital(either("de", ways))}.`;
}

const words: GameWords = {
  title: TITLES.de,
  sentence: SENTENCES.de,
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
  prompt,
  action: (action, view) => {
    const board = boardOf(view);
    const drawn = board.drawn ? valued(board.drawn.name, board.drawn.value) : "das Plättchen";
    const at = splitTarget(action.targets.at(-1) ?? "")[1];
    if (action.kind === "stall")
      return `einen Stand vom Rang ${splitTarget(action.targets[0] ?? "")[1]} auf ${at} stellen`;
    if (action.kind === "draw") return "ein Plättchen ziehen";
    if (action.kind === "place") return `${drawn} auf ${at} legen`;
    if (action.kind === "secret") return `das geheime Plättchen auf ${at} legen`;
    return "Passen";
  },
  logLine: ({ key, arguments: args }, nameOf) => {
    const who = nameOf(Number(args["seat"] ?? 0));
    const amount = Number(args["amount"] ?? 0);
    switch (key) {
      case "poule.stall":
        return `${who} stellt einen Stand ${args["rank"]} auf ${args["cell"]}.`;
      case "poule.draw":
        return `${who} zieht ${valued(args["tile"], args["value"])}.`;
      case "poule.place":
        return `${who} legt ${valued(args["tile"], args["value"])} auf ${args["cell"]}.`;
      case "poule.secret":
        return `${who} legt das geheime Plättchen auf ${args["cell"]}: ${valued(args["tile"], args["value"])}.`;
      case "poule.pass":
        return `${who} kann nichts tun und passt.`;
      case "poule.round_paid":
        return `Runde ${args["round"]} wird abgerechnet.`;
      case "poule.gain":
        return amount < 0
          ? `${who} zahlt ${words.score(-amount)} und hat jetzt ${number(args["money"])}.`
          : `${who} bekommt ${words.score(amount)} und hat jetzt ${number(args["money"])}.`;
      case "poule.round_begins":
        return `Runde ${args["round"]}: ${who} fängt an.`;
      case "poule.wins":
        return `${who} gewinnt mit ${words.score(Number(args["money"]))}n.`;
      default:
        return key;
    }
  },
  retold: RETOLD,
  change: ({ amount }, name) =>
    name === null ? `${plus(amount)}${words.score(amount)} für dich` : `${name} ${signed(amount)}`.trim(),
  target: (target, view) => {
    const board = boardOf(view);
    const [kind, which] = splitTarget(target);
    if (kind === "cell") return `Feld ${which}: Reihe ${around(view, which).join(", Gasse ")}`;
    if (kind === "rank") return `Stand vom Rang ${which}, ${inHand(view, which)} auf der Hand`;
    if (kind === "stack") return `Stapel: das oberste Plättchen ziehen, noch ${board.stack}`;
    if (!board.secret) return "Dein geheimes Plättchen";
    const { name: tile, value } = board.secret;
    return `Dein geheimes Plättchen: ${plain(tile)}${value ? `, ${signed(value)}` : ""}`;
  },
  score: (points) => `${points < 0 ? "\u2212" : ""}${number(Math.abs(points))} Heller`,
  hint: hintIn("de"),
  rules: readRules(rules),
};

export const labels: Labels = {
  square: "Der Marktplatz",
  round: (round, of) => `Runde ${round} von ${of}`,
  begins: (who) => `${who} hat angefangen`,
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
  paid: (round) => `Abrechnung der Runde ${round}`,
  goOn: (round) => `Weiter mit Runde ${round}`,
  value: "Wert",
  rows: "Reihen",
  columns: "Gassen",
  total: "Summe",
  before: "Zu Beginn",
  stretch: (line, from, to) => (from === to ? `${line}, ${from}` : `${line}, ${from} bis ${to}`),
  how: "Linie für Linie",
};

export default words;
