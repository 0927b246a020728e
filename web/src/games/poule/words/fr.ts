// Les mots du marché, avec les termes de la règle.
import type { AnyView } from "../../../wire/types";
import type { GameWords } from "../../game";
import { de, typeset } from "../../../words/french";
import { capital, either } from "../../phrases";
import { readRules } from "../../rules";
import { splitTarget } from "../../target";
import { boardOf, signed, type Tile } from "../market";
import { around, inHand, plus, possible, RETOLD, type Labels } from "./parts";
import { SENTENCES, TITLES } from "../sign";
import { hintIn } from "./hint";
import rules from "./rules.fr.md?raw";

/** Chaque tuile avec son article. */
const TILES: Record<string, string> = {
  farmhand: "le valet",
  maid: "la servante",
  farmer: "le fermier",
  farmeress: "la fermière",
  burgher: "le bourgeois",
  burgheress: "la bourgeoise",
  knight: "le chevalier",
  lady: "la dame",
  bishop: "l’évêque",
  abbess: "l’abbesse",
  king: "le roi",
  queen: "la reine",
  beggar: "le mendiant",
  quack: "le charlatan",
  thief: "le voleur",
  cardsharp: "le tricheur",
  preacher: "le prêtre",
  tax_collector: "le percepteur",
  purse: "la double bourse",
  fire: "l’incendie",
  curse: "le mauvais sort",
  wizard: "l’enchanteur",
};
const EFFECTS: Record<string, string> = {
  purse: "Double son rang et son allée, les gains comme les pertes.",
  fire: "Coupe son rang et son allée : rien ne traverse le feu.",
  curse: "Chasse les acheteurs de son rang et de son allée ; les rançonneurs restent.",
  wizard: "Les échoppes juste à côté valent un de plus.",
};

const number = (value: unknown) => new Intl.NumberFormat("fr").format(Number(value));
const the = (tile: string) => TILES[tile] ?? tile;
const bare = (tile: string) => the(tile).replace(/^(le |la |l’)/, "");
const valued = (tile: string | number | undefined, value: string | number | undefined) =>
  Number(value) ? `${the(String(tile))} (${signed(Number(value))})` : the(String(tile));
const wanted = (tile: Tile | null) =>
  tile ? `${the(tile.name)}${tile.value ? `, ${signed(tile.value)}` : ""}` : "la tuile";

function prompt(view: AnyView, picked: readonly string[]): string {
  const board = boardOf(view);
  if (board.stage === "place") return `Choisissez une case pour ${wanted(board.drawn)}.`;
  const [kind, rank] = splitTarget(picked[0] ?? "");
  if (kind === "rank") return `Choisissez une case pour votre échoppe de valeur ${rank}.`;
  if (kind === "secret") return `Choisissez une case pour votre tuile secrète : ${wanted(board.secret)}.`;
  const can = possible(view);
  const ways = [
    can.stall && "posez une échoppe",
    can.draw && "tirez une tuile",
    can.secret && "jouez votre tuile secrète",
  ].filter((way) => way !== false);
  if (!ways.length) return "Vous ne pouvez plus rien faire dans cette manche : passez.";
  return `${capital(either("fr", ways))}.`;
}

const words: GameWords = typeset<GameWords>({
  title: TITLES.fr,
  sentence: SENTENCES.fr,
  options: {
    rounds: { label: "Manches", text: "Combien de jours de marché se jouent ; trois d’ordinaire." },
    stalls_return: {
      label: "Échoppes qui reviennent",
      text: "D’ordinaire, seules les échoppes I reviennent après une manche ; les autres ne servent qu’une fois dans la partie.",
      values: { rank_one: "les échoppes I", all: "toutes", none: "aucune" },
    },
    end: {
      label: "Fin de la partie",
      text: "Avec « avec la dernière échoppe », la manche où quelqu’un n’en a plus en main est la dernière ; le nombre de manches n’est alors qu’une limite.",
      values: { rounds: "après ces manches", last_stall: "avec la dernière échoppe" },
    },
    tiles: {
      label: "Tuiles",
      text: "Tout ouvert : personne n’a de tuile secrète et le talon est étalé face visible, dans son ordre.",
      values: { secret: "une secrète pour chacun", open: "tout ouvert" },
    },
    wizard: {
      label: "Enchanteur",
      text: "Une tuile de plus : les échoppes juste à côté de l’enchanteur valent un de plus.",
    },
    purse_start: {
      label: "Écus au départ",
      text: "Ce que chacun possède avant la première manche ; 50 d’ordinaire.",
    },
  },
  prompt,
  action: (action, view) => {
    const board = boardOf(view);
    const drawn = board.drawn ? valued(board.drawn.name, board.drawn.value) : "la tuile";
    const at = splitTarget(action.targets.at(-1) ?? "")[1];
    if (action.kind === "stall")
      return `poser une échoppe ${splitTarget(action.targets[0] ?? "")[1]} en ${at}`;
    if (action.kind === "draw") return "tirer une tuile";
    if (action.kind === "place") return `placer ${drawn} en ${at}`;
    if (action.kind === "secret") return `jouer la tuile secrète en ${at}`;
    return "Passer";
  },
  logLine: ({ key, arguments: args }, nameOf) => {
    const who = nameOf(Number(args["seat"] ?? 0));
    const amount = Number(args["amount"] ?? 0);
    switch (key) {
      case "poule.stall":
        return `${who} pose une échoppe ${args["rank"]} en ${args["cell"]}.`;
      case "poule.draw":
        return `${who} tire ${valued(args["tile"], args["value"])}.`;
      case "poule.place":
        return `${who} place ${valued(args["tile"], args["value"])} en ${args["cell"]}.`;
      case "poule.secret":
        return `${who} place sa tuile secrète en ${args["cell"]} : ${valued(args["tile"], args["value"])}.`;
      case "poule.pass":
        return `${who} ne peut rien faire et passe.`;
      case "poule.round_paid":
        return `On fait les comptes de la manche ${args["round"]}.`;
      case "poule.gain":
        return amount < 0
          ? `${who} paie ${words.score(-amount)} et en a maintenant ${number(args["money"])}.`
          : `${who} reçoit ${words.score(amount)} et en a maintenant ${number(args["money"])}.`;
      case "poule.round_begins":
        return `Manche ${args["round"]} : ${who} commence.`;
      case "poule.wins":
        return `${who} gagne avec ${words.score(Number(args["money"]))}.`;
      default:
        return key;
    }
  },
  retold: RETOLD,
  change: ({ amount }, name) =>
    name === null ? `${plus(amount)}${words.score(amount)} pour vous` : `${name} ${signed(amount)}`.trim(),
  target: (target, view) => {
    const board = boardOf(view);
    const [kind, which] = splitTarget(target);
    if (kind === "cell") return `Case ${which} : rang ${around(view, which).join(", allée ")}`;
    if (kind === "rank") return `Échoppe de valeur ${which}, ${inHand(view, which)} en main`;
    if (kind === "stack") return `Talon : tirer la première tuile, il en reste ${board.stack}`;
    return `Votre tuile secrète : ${wanted(board.secret)}`;
  },
  score: (points) =>
    `${points < 0 ? "\u2212" : ""}${number(Math.abs(points))} ${Math.abs(points) < 2 ? "écu" : "écus"}`,
  hint: hintIn("fr"),
  rules: readRules(rules),
});

export const labels: Labels = typeset<Labels>({
  square: "La place du marché",
  round: (round, of) => `Manche ${round} sur ${of}`,
  begins: (who) => `${who} a commencé`,
  stack: "Talon",
  left: (count) => (count ? `encore ${count}` : "épuisé"),
  openStack: "À venir, dans cet ordre",
  unseen: "Encore cachées, au talon ou dans une main",
  secret: "secrète",
  secretGone: "jouée",
  holdsSecret: "a encore une tuile secrète",
  hands: "Ce que chacun a en main",
  standing: "si l’on comptait maintenant",
  tile: (tile) => capital(bare(tile)),
  effect: (tile, value) =>
    EFFECTS[tile] ??
    (value > 0
      ? "Achète dans tout son rang et toute son allée."
      : "Rançonne tout son rang et toute son allée."),
  stall: (rank, owner) => `échoppe ${rank} ${de(owner)}`,
  forYou: (gain) => `pour vous ${gain}`,
  skip: "Passer le décompte",
  empty: (cell) => `${cell} : libre`,
  line: (line) => line.replace("row", "Rang").replace("column", "Allée"),
  worth: (line, value) => `${line} vaut ${value}.`,
  paid: (round) => `Les comptes de la manche ${round}`,
  goOn: (round) => `Passer à la manche ${round}`,
  value: "Valeur",
  rows: "Rangs",
  columns: "Allées",
  total: "Total",
  before: "Au départ",
  stretch: (line, from, to) => (from === to ? `${line}, ${from}` : `${line}, de ${from} à ${to}`),
  how: "Ligne par ligne",
});

export default words;
