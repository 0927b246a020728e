// What the pieces of the market say of themselves; their names are in the words of the board.
import { typeset } from "../../../words/french";
import type { Language } from "../../../words/language.svelte";
import type { InAnyLanguage } from "../../phrases";

const en = {
  buyer: (value: number) =>
    `Adds ${value} to its row and to its column. Every stall there earns that, times its rank.`,
  rogue: (value: number) =>
    `Takes ${value} from its row and from its column. Every stall there loses that, times its rank.`,
  /** How many tiles like this are still hidden. */
  hidden: (count: number) =>
    count === 0
      ? "No more of these to come."
      : count === 1
        ? "One is still hidden."
        : `${count} are still hidden.`,
  stallName: (rank: string) => `Stall of rank ${rank}`,
  stall: (times: number) =>
    times === 1
      ? "Counts once in its row and once in its column."
      : `Counts ${times} times in its row and ${times} times in its column.`,
  returns: "It comes back after every round.",
  onceOnly: "It is used once in the whole game.",
  /** How many more its owner has in hand; null for the viewer. */
  inHand: (count: number, owner: string | null) =>
    `${owner === null ? "You have" : `${owner} has`} ${count || "no"} more in hand.`,
  stack:
    "Draw the top tile: everybody sees it, then you put it on an empty cell. Once drawn, there is no way back.",
  /** `tile` is empty for one that was played. */
  secretName: (tile: string) => `Your secret tile${tile && `: ${tile}`}`,
  secret: "Only you see it. Play it on any empty cell on your turn, instead of something else.",
  secretGone: "You have played it. In the next round you get another one.",
  line: "Its buyers less its rogues. Everybody gets this sum times the ranks of their stalls in this line.",
  /** `standing` is empty when all has been paid. */
  purse: (money: string, standing: string) =>
    `${money}.${standing && ` If paid out now: ${standing}.`} The richest wins.`,
};

const words: Record<Language, InAnyLanguage<typeof en>> = {
  fr: typeset({
    buyer: (value) =>
      `Apporte ${value} à son rang et à son allée. Chaque échoppe y gagne autant, multiplié par sa valeur.`,
    rogue: (value) =>
      `Coûte ${value} à son rang et à son allée. Chaque échoppe y perd autant, multiplié par sa valeur.`,
    hidden: (count) =>
      count === 0
        ? "Il n’en viendra plus."
        : count === 1
          ? "Il en reste une cachée."
          : `Il en reste ${count} cachées.`,
    stallName: (rank) => `Échoppe de valeur ${rank}`,
    stall: (times) =>
      times === 1
        ? "Compte une fois dans son rang et une fois dans son allée."
        : `Compte ${times} fois dans son rang et ${times} fois dans son allée.`,
    returns: "Elle revient en main après chaque manche.",
    onceOnly: "Elle ne sert qu’une fois dans toute la partie.",
    inHand: (count, owner) =>
      (owner === null ? "Vous " : `${owner} `) +
      (count
        ? `en ${owner === null ? "avez" : "a"} encore ${count} en main.`
        : `n’en ${owner === null ? "avez" : "a"} plus en main.`),
    stack:
      "Piochez la première tuile : tout le monde la voit, puis vous la placez sur une case libre. Une fois piochée, pas de retour.",
    secretName: (tile) => `Votre tuile secrète${tile && ` : ${tile}`}`,
    secret:
      "Vous seul la voyez. Vous pouvez la jouer à votre tour, au lieu d’autre chose, sur une case libre.",
    secretGone: "Vous l’avez jouée. À la manche suivante, vous en recevez une autre.",
    line: "Les acheteurs moins les brigands. Chacun gagne cette somme, multipliée par la valeur de ses échoppes dans cette ligne.",
    purse: (money, standing) =>
      `${money}.${standing && ` Si l’on comptait maintenant : ${standing}.`} Le plus riche gagne.`,
  }),
  en,
  de: {
    buyer: (value) =>
      `Bringt seiner Reihe und seiner Gasse ${value}. So viel verdient dort jeder Stand, multipliziert mit seinem Rang.`,
    rogue: (value) =>
      `Kostet seine Reihe und seine Gasse ${value}. So viel verliert dort jeder Stand, multipliziert mit seinem Rang.`,
    hidden: (count) =>
      count === 0
        ? "Davon kommt keins mehr."
        : count === 1
          ? "Eins ist noch verdeckt."
          : `${count} sind noch verdeckt.`,
    stallName: (rank) => `Stand vom Rang ${rank}`,
    stall: (times) =>
      times === 1
        ? "Zählt einmal in seiner Reihe und einmal in seiner Gasse."
        : `Zählt ${times}\u2011mal in seiner Reihe und ${times}\u2011mal in seiner Gasse.`,
    returns: "Er kommt nach jeder Runde zurück.",
    onceOnly: "In der ganzen Partie steht er nur einmal auf dem Markt.",
    inHand: (count, owner) =>
      `${owner === null ? "Du hast" : `${owner} hat`} ${count ? `noch ${count}` : "keinen mehr"} auf der Hand.`,
    stack:
      "Zieh das oberste Plättchen: Alle sehen es, dann legst du es auf ein freies Feld. Ist es gezogen, gibt es kein Zurück.",
    secretName: (tile) => `Dein geheimes Plättchen${tile && `: ${tile}`}`,
    secret: "Nur du siehst es. In deinem Zug kannst du es statt etwas anderem auf ein freies Feld legen.",
    secretGone: "Du hast es gespielt. In der nächsten Runde bekommst du ein anderes.",
    line: "Ihre Käufer minus ihre Gauner. So viel bekommen alle, multipliziert mit den Rängen ihrer Stände in dieser Linie.",
    purse: (money, standing) =>
      `${money}.${standing && ` Jetzt abgerechnet: ${standing}.`} Wer am reichsten ist, gewinnt.`,
  },
};
export default words;
