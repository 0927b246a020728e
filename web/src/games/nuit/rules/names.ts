// Names of furniture, in the words of the board.
import type { Language } from "../../../words/language.svelte";
import face from "../face";
import type { Kind } from "../pieces";
import { narrowWords, type KindWords } from "../words/lexicon";

export const kindNames = (language: Language): Record<Kind, KindWords> =>
  narrowWords(face.words[language]).kinds;
