// What French asks of every sentence, done in one place: the words themselves are written with plain spaces.

/** The preposition before a name, with its elision: « d’Odile », « de Marcel ». */
export function de(name: string): string {
  const plain = name.normalize("NFD").toLowerCase();
  return /^([aeiouhœæ]|y(?![aeiou]))/.test(plain) ? `d’${name}` : `de ${name}`;
}

const setText = (text: string): string =>
  text
    .replaceAll(/ (?=[;!?])/g, "\u202f")
    .replaceAll(/ (?=[:»])/g, "\u00a0")
    .replaceAll("« ", "«\u00a0");

function setAny(words: unknown): unknown {
  if (typeof words === "string") return setText(words);
  if (typeof words === "function") {
    const say = words as (...gaps: unknown[]) => unknown;
    return (...gaps: unknown[]) => setAny(say(...gaps));
  }
  if (Array.isArray(words)) return words.map(setAny);
  if (words === null || typeof words !== "object") return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, setAny(value)]));
}

/** The same words, with no-break spaces where French has them; those of a sentence with gaps when it is said. */
export const typeset = <Words>(words: Words): Words => setAny(words) as Words;
