// The words of the generic board. What only the game could say stays as the game says it: in English, or in its notation.
import type { AnyView, GameDetails, LogLine } from "../../wire/types";
import type { Language } from "../../words/language.svelte";
import type { GameWords } from "../game";

interface BoardWords {
  prompt: string;
  drawing: string;
  actions: string;
  filter: string;
  none: string;
  /** An action of which the log has no sentence. */
  did: (name: string, action: string) => string;
}

const WORDS: Record<Language, BoardWords> = {
  fr: {
    prompt: "À vous\u00a0: choisissez une action.",
    drawing: "Le plateau",
    actions: "Vos actions",
    filter: "Filtrer les actions",
    none: "Aucune action ne contient ces mots.",
    did: (name, action) => `${name}\u00a0: ${action}`,
  },
  en: {
    prompt: "Your turn: choose an action.",
    drawing: "The board",
    actions: "Your actions",
    filter: "Filter the actions",
    none: "No action contains these words.",
    did: (name, action) => `${name}: ${action}`,
  },
  de: {
    prompt: "Du bist dran: Wähle eine Aktion.",
    drawing: "Der Spielplan",
    actions: "Deine Aktionen",
    filter: "Aktionen filtern",
    none: "Keine Aktion enthält diese Wörter.",
    did: (name, action) => `${name}: ${action}`,
  },
};

/** What the generic board needs beyond the words of any game. */
export interface GenericWords extends GameWords {
  board: BoardWords;
  /** The sign of each seat in the drawing. */
  marks: readonly string[];
}

/** Arguments of a log line that name a seat. */
const SEATS: ReadonlySet<string> = new Set(["seat", "pub"]);

/** A sentence with its gaps filled; empty if the game has none for this line. */
function fill(sentence: string | undefined, line: LogLine, name: (seat: number) => string): string {
  return (sentence ?? "").replaceAll(/\{(\w+)\}/g, (_, gap: string) => {
    const value = line.arguments[gap];
    return SEATS.has(gap) ? name(Number(value)) : String(value);
  });
}

export function speak(language: Language, details: GameDetails): GenericWords {
  const board = WORDS[language];
  return {
    options: {},
    prompt: () => board.prompt,
    action: (action) => action.text,
    logLine: (line, name) => fill(details.sentences[line.key], line, name),
    unlogged: (action, name) => board.did(name, action),
    target: (target: string, _view: AnyView) => target,
    score: (points) => new Intl.NumberFormat(language).format(points),
    rules: [],
    board,
    marks: details.marks,
  };
}
