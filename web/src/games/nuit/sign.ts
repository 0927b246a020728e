// What the house writes over the door of this game.
import type { Language } from "../../words/language.svelte";

export const TITLES: Record<Language, string> = {
  fr: "Roi de la nuit",
  en: "Volle Hütte",
  de: "Volle Hütte",
};
export const SENTENCES: Record<Language, string> = {
  fr: "Équipez votre pub, remplissez-le de fêtards, et attirez chez vous les clients des autres avant qu’ils ne paient ailleurs.",
  en: "Furnish your pub, fill it with guests, and lure them away from your neighbours before they pay there.",
  de: "Richte deine Kneipe ein, hole Gäste herein und locke sie den anderen weg, bevor dort kassiert wird.",
};
