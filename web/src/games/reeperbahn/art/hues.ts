// Light of the four card colours: that of the people they move.
import type { Colour } from "../street";
import { HUES } from "./figures";

export const CARD_HUES: Record<Colour, string> = {
  green: HUES.lilli,
  grey: HUES.w,
  yellow: HUES.hans,
  red: HUES.lola,
};
