// The street as the board draws it. What a card would do is worked out here for show only: the server decides.
import type { AnyView, ReeperbahnBoard, View } from "../../wire/types";

export const SQUARES = 17;
export const CENTRE = 9;
export const HAND = 8;
/** The first entrance square of each seat, seen from the street. */
const THRESHOLDS = [2, 16] as const;

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

/** The kind of a target and its name: `card`, `lola3`. */
export function split(target: string): [kind: string, name: string] {
  const [kind = "", name = ""] = target.split(":");
  return [kind, name];
}

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

export function ownerOf(square: number): number | null {
  return square <= THRESHOLDS[0] ? 0 : square >= THRESHOLDS[1] ? 1 : null;
}

/** The seat on whose half a square is; null for the manhole. */
export const sideOf = (square: number): number | null => (square === CENTRE ? null : square < CENTRE ? 0 : 1);

/** Where figures would stand after an action, written as in the record. */
export function movesOf(text: string, at: Squares, seat: number): Partial<Squares> {
  const toward = seat === 0 ? -1 : 1;
  const [verb = "", whom = ""] = text.split(" ");
  const steps = Number(/\d$/.exec(verb)?.[0] ?? 1) * toward;
  if (verb === "discard" || verb === "end") return {};
  if (verb === "charm") return isFigure(whom) ? { [whom]: at.hans } : {};
  if (verb === "flank") return { w: at.lilli - 1, e: at.lilli + 1 };
  if (verb === "court") return { w: at.w + toward, lilli: at.lilli + toward, e: at.e + toward };
  if (verb === "lola0") return { lola: CENTRE };
  if (whom === "we") return { w: at.w + toward, e: at.e + toward };
  const figure = whom || verb.replace(/\d$/, "");
  return isFigure(figure) ? { [figure]: at[figure] + steps } : {};
}

/** How far Charly would come, if a seat's turn ended with the figures like this. */
export function pullOf(at: Squares, seat: number): number {
  const visitors = [at.w, at.e, at.hans, at.lola].filter((square) => ownerOf(square) === seat).length;
  const court = [at.w, at.lilli, at.e].every((square) => sideOf(square) === seat);
  return visitors + Number(court);
}

/** Charly stops on the first square of an entrance. */
export function walkCharly(from: number, steps: number, seat: number): number {
  return seat === 0 ? Math.max(from - steps, THRESHOLDS[0]) : Math.min(from + steps, THRESHOLDS[1]);
}
