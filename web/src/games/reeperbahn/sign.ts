// What the house writes over the door of this game.
import type { Language } from "../../words/language.svelte";

const TITLE = "Auf der Reeperbahn";
export const TITLES: Record<Language, string> = { fr: TITLE, en: TITLE, de: TITLE };
export const SENTENCES: Record<Language, string> = {
  fr: "Deux boîtes de nuit, une rue mouillée\u00a0: attirez Brilli-Lilli ou Champagne Charly devant votre porte.",
  en: "Two night clubs, one wet street: lure Brilli-Lilli or Champagne Charly to your own door.",
  de: "Zwei Nachtclubs, eine nasse Straße: Lock Brilli-Lilli oder Champagner-Charly vor deine Tür.",
};
