// What the house writes over the door of this game.
import type { Language } from "../../words/language.svelte";

export const TITLES: Record<Language, string> = {
  fr: "La Poule aux œufs d’or",
  en: "La Poule aux œufs d’or",
  de: "Auf Heller und Pfennig",
};
export const SENTENCES: Record<Language, string> = {
  fr: "Dressez vos échoppes là où la reine fait ses emplettes, et pas là où le voleur se sert.",
  en: "Put up your stalls where the queen buys, and not where the thief helps himself.",
  de: "Stell deine Stände dort auf, wo die Königin einkauft, und nicht dort, wo der Dieb zugreift.",
};
