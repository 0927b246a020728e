// Names of furniture, in the words of the board.
import type { Language } from "../../../words/language.svelte";
import face from "../face";
import type { Kind } from "../pieces";
import { own, type KindWords } from "../words/speaking";

export const kindNames = (language: Language): Record<Kind, KindWords> => own(face.words[language]).kinds;
