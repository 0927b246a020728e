// Les mots du marché, avec les termes de la règle.
import { de, typeset } from "../../../words/french";
import { capital } from "../../phrases";
import { readRules } from "../../rules";
import type { Lexicon } from "./en";
import { numberIn } from "./parts";
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
  curse: "Chasse les acheteurs de ses lignes ; les brigands restent.",
  wizard: "Les échoppes juste à côté valent un de plus.",
};

const the = (tile: string) => TILES[tile] ?? tile;

const lexicon: Lexicon = {
  options: {
    rounds: { label: "Manches", text: "Combien de jours de marché se jouent ; trois d’ordinaire." },
    stalls_return: {
      label: "Échoppes qui reviennent",
      text: "D’ordinaire, seules les échoppes I reviennent après une manche ; les autres ne servent qu’une fois dans la partie.",
      values: { rank_one: "les échoppes I", all: "toutes", none: "aucune" },
    },
    end: {
      label: "Fin de la partie",
      text: "Avec « à la dernière échoppe », la manche où quelqu’un n’en a plus en main est la dernière ; le nombre de manches n’est alors qu’une limite.",
      values: { rounds: "après ces manches", last_stall: "à la dernière échoppe" },
    },
    tiles: {
      label: "Tuiles",
      text: "Tout ouvert : personne n’a de tuile secrète et la pioche est étalée face visible, dans son ordre.",
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
  rules: readRules(rules),
  score: (points) => `${numberIn("fr", points)} ${Math.abs(points) < 2 ? "écu" : "écus"}`,
  tile: the,
  alone: the,
  someTile: "la tuile",
  prompt: {
    place: (tile) => `Choisissez une case pour ${tile}.`,
    lastCell: (tile) => `Il ne reste qu’une case pour ${tile}.`,
    rank: (rank) => `Choisissez une case pour votre échoppe de valeur ${rank}.`,
    secret: (tile) => `Choisissez une case pour votre tuile secrète : ${tile}.`,
    ways: {
      stall: "posez une échoppe",
      draw: "piochez une tuile",
      secret: "jouez votre tuile secrète",
      secretToo: "jouez votre tuile secrète",
    },
    only: (way) => `Vous ne pouvez rien faire d’autre : ${way}.`,
    pass: "Vous ne pouvez plus rien faire dans cette manche : passez.",
  },
  action: {
    stall: (rank, cell) => `poser une échoppe ${rank} en ${cell}`,
    draw: "piocher une tuile",
    place: (tile, cell) => `placer ${tile} en ${cell}`,
    secret: (cell) => `jouer la tuile secrète en ${cell}`,
    pass: "Passer",
  },
  logLines: {
    stall: ({ who, rank, cell }) => `${who} pose une échoppe ${rank} en ${cell}.`,
    draw: ({ who, tile }) => `${who} pioche ${tile}.`,
    place: ({ who, tile, cell }) => `${who} place ${tile} en ${cell}.`,
    secret: ({ who, tile, cell }) => `${who} place sa tuile secrète en ${cell} : ${tile}.`,
    pass: ({ who }) => `${who} ne peut rien faire et passe.`,
    round_paid: ({ round }) => `On fait les comptes de la manche ${round}.`,
    gain: ({ who, amount, isLoss, money }) =>
      `${who} ${isLoss ? "paie" : "reçoit"} ${amount} et en a maintenant ${money}.`,
    round_begins: ({ who, round }) => `Manche ${round} : ${who} commence.`,
    wins: ({ who, total }) => `${who} gagne avec ${total}.`,
  },
  forYou: (amount) => `${amount} pour vous`,
  brief: {
    stall: (rank, cell) => `pose ${rank} en ${cell}`,
    tile: (tile, cell) => `place ${tile} en ${cell}`,
  },
  target: {
    cell: (cell, row, column) => `Case ${cell} : rang ${row}, allée ${column}`,
    rank: (rank, count) => `Échoppe de valeur ${rank}, ${count} en main`,
    stack: (count) => `Pioche : prendre la première tuile, il en reste ${count}`,
    secret: (tile) => `Votre tuile secrète${tile && ` : ${tile}`}`,
  },
  hint: {
    leadText: "votre avance sur le meilleur des autres à la fin de la manche, en écus",
    unit: (amount) => (Math.abs(amount) === 1 || amount === 0 ? "écu" : "écus"),
    line: (line) => line.replace("row", "Le rang").replace("column", "L’allée"),
    reasons: {
      wins: () => "Cela gagne la partie.",
      earns: ({ amount }) => `D’ici la fin de la manche, vous gagnez ${amount} de plus.`,
      earns_line: ({ line, amount }) => `${line} vous rapporte ${amount} de plus d’ici la fin de la manche.`,
      costs: ({ who, amount }) => `D’ici la fin de la manche, ${who} gagne ${amount} de moins.`,
      costs_line: ({ who, line, amount }) =>
        `${line} rapporte ${amount} de moins à ${who} d’ici la fin de la manche.`,
      keeps: ({ rank }) => `Votre échoppe ${rank} reste plus souvent pour une autre manche.`,
      spends: ({ who, rank }) => `L’échoppe ${rank} ${de(who)} reste moins souvent pour une autre manche.`,
    },
  },
  labels: {
    square: "La place du marché",
    round: (round, of) => `Manche ${round} sur ${of}`,
    begins: (who) => `${who} commence`,
    stack: "Pioche",
    left: (count) => (count ? `encore ${count}` : "épuisée"),
    openStack: "À venir, dans cet ordre",
    unseen: "Encore cachées, dans la pioche ou dans une main",
    secret: "secrète",
    secretGone: "jouée",
    holdsSecret: "a encore une tuile secrète",
    hands: "Ce que chacun a en main",
    standing: "si l’on comptait maintenant",
    tile: (tile) => capital(the(tile).replace(/^(le |la |l’)/, "")),
    effect: (tile, value) =>
      EFFECTS[tile] ??
      (value > 0
        ? "Achète dans tout son rang et toute son allée."
        : "Détrousse tout son rang et toute son allée."),
    stall: (rank, owner) => `échoppe ${rank} ${de(owner)}`,
    forYou: (gain) => `pour vous ${gain}`,
    skip: "Passer le décompte",
    empty: (cell) => `${cell} : libre`,
    line: (line) => line.replace("row", "Rang").replace("column", "Allée"),
    worth: (line, value) => `${line} vaut ${value}.`,
    accounts: "Les comptes",
    paid: (round) => `Les comptes de la manche ${round}`,
    goOn: (round) => `Passer à la manche ${round}`,
    value: "Valeur",
    rows: "Rangs",
    columns: "Allées",
    total: "Total",
    before: "Au départ",
    stretch: (line, from, to) => (from === to ? `${line}, ${from}` : `${line}, de ${from} à ${to}`),
    how: "Ligne par ligne",
  },
};

export default typeset(lexicon);
