// The engraver's kit: what every portrait shares. Portraits fill a disc around 50, 50 with a radius of 46.

/** A tint and the outline that it fills; `line`, `fine` and `ink` are strokes, hatching and solid black, `blush` has no outline. */
export type Layer = readonly [tint: Tint, outline: string];
export type Tint = keyof typeof TINTS;

export const TINTS = {
  line: "none",
  fine: "none",
  ink: "#3b2415",
  skin: "#f2d0a4",
  tan: "#dfb080",
  pale: "#e9d9bd",
  white: "#fdf6e3",
  grey: "#b9b2a3",
  steel: "#9fb0bb",
  gold: "#eab73c",
  straw: "#e6c56b",
  red: "#bf3b2f",
  rose: "#d98a86",
  blush: "#dd8f7f",
  blue: "#3f6ea3",
  green: "#55824f",
  violet: "#75498a",
  brown: "#8f5d34",
  dark: "#4a3a33",
  auburn: "#a4532a",
  flame: "#e8641c",
  glow: "#ffd257",
  night: "#2f3f6e",
} as const;

export const HEAD = "M36 42C36 58 42 69 50 69S64 58 64 42C64 28 36 28 36 42z";
export const SHOULDERS = "M15 79.5C19 72 33 69 42 66Q50 74 58 66C67 69 81 72 85 79.5A46 46 0 0 1 15 79.5z";
export const NOSE = "M50.5 46c1 4-2.5 6.5-1.5 8q1.5 1.2 3 .2";
export const HOOKED_NOSE = "M49.5 44.5c3 4-5.5 8-4 11.5q2.5 2.5 6.5.5";
export const CALM = "M40.5 41.5q3.5-2.5 7-.5M52.5 41q3.5-2 7 .5";
export const ANGRY = "M39.5 39.5l8 3.5M60.5 39.5l-8 3.5";
export const SMILE = "M45 60q5 4 10 0";
export const LASHES = "M41 46q3-3.5 6 0M53 46q3-3.5 6 0";

export function dot(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0z`;
}

export const EYES = dot(44, 46.5, 1.8) + dot(56, 46.5, 1.8);
