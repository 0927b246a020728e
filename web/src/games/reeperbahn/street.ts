// The street as the board draws it: its squares, its people and the cards that move them.
import type { AnyView, ReeperbahnBoard, View } from "../../wire/types";

export const SQUARES = 17;
export const CENTRE = 9;
export const HAND = 8;
/** The two squares of each seat's entrance, the one nearer to the street first. */
export const ENTRANCES = [
  [2, 1],
  [16, 17],
] as const;

export const FIGURES = ["charly", "hans", "w", "lilli", "e", "lola"] as const;
export type FigureName = (typeof FIGURES)[number];
export type Squares = Record<FigureName, number>;

export type Colour = "green" | "grey" | "yellow" | "red";
export const COLOURS: readonly Colour[] = ["green", "grey", "yellow", "red"];

// prettier-ignore
export const KINDS = [
  "lilli", "guard1", "guard2", "flank", "hans1", "hans2", "hans3", "lola1", "lola2", "lola3", "lola4", "lola5", "lola0",
] as const;
export type Kind = (typeof KINDS)[number];

export const isKind = (text: string): text is Kind => (KINDS as readonly string[]).includes(text);
export const isFigure = (text: string): text is FigureName => (FIGURES as readonly string[]).includes(text);

export function colourOf(kind: Kind): Colour {
  if (kind === "lilli") return "green";
  if (kind.startsWith("hans")) return "yellow";
  return kind.startsWith("lola") ? "red" : "grey";
}

/** The number on a card: squares to go; 0 for cards that place. */
export const numberOf = (kind: Kind): number =>
  kind === "lilli" ? 1 : kind === "flank" ? 0 : Number(kind.at(-1));

export const narrow = (view: AnyView): View<ReeperbahnBoard> => view as View<ReeperbahnBoard>;

export function squaresOf(board: ReeperbahnBoard): Squares {
  const at = (name: FigureName) => board.figures[name] ?? CENTRE;
  return {
    charly: at("charly"),
    hans: at("hans"),
    w: at("w"),
    lilli: at("lilli"),
    e: at("e"),
    lola: at("lola"),
  };
}

/** The seat whose club is drawn on the near side: one's own; for a spectator the first. */
export const nearSeat = (view: AnyView): number => (view.seat === 1 ? 1 : 0);

/** The seat on whose entrance a square is; null for the open street. */
export function ownerOf(square: number): number | null {
  return square <= ENTRANCES[0][0] ? 0 : square >= ENTRANCES[1][0] ? 1 : null;
}

/** The seat on whose half a square is; null for the manhole. */
export const sideOf = (square: number): number | null => (square === CENTRE ? null : square < CENTRE ? 0 : 1);

/** R4.8, R4.9: whether a red card may move somebody else now: not once red means Lola, nor beside another colour. */
export const canJoke = ({ can_joke, mode, colour, red_means }: ReeperbahnBoard["turn"]): boolean =>
  can_joke && mode !== "swap" && (colour ?? "red") === "red" && red_means !== "lola";
