// The language of the page: switched without reload. A key that one language lacks fails the type check.
import type en from "./en";

export type Language = "fr" | "en" | "de";
export type Words = typeof en;
export const LANGUAGES: readonly Language[] = ["fr", "en", "de"];
/** Only the language that is spoken is loaded: nobody waits for the others. */
const LOAD: Record<Language, () => Promise<{ default: Words }>> = {
  fr: () => import("./fr"),
  en: () => import("./en"),
  de: () => import("./de"),
};
const STORED = "estaminet.language";

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(STORED) ?? "", ...navigator.languages].map((each) => each.slice(0, 2));
  return wanted.find((each): each is Language => (LANGUAGES as readonly string[]).includes(each)) ?? "en";
}

class Speech {
  language = $state<Language>(firstLanguage());
  /** Nothing is shown before they are there. */
  words = $state.raw({} as Words);

  /** Begins to speak the language of whoever looks. */
  async begin(): Promise<void> {
    await this.#load(this.language);
  }

  async speak(language: Language): Promise<void> {
    await this.#load(language);
    localStorage.setItem(STORED, language);
  }

  async #load(language: Language): Promise<void> {
    this.words = (await LOAD[language]()).default;
    this.language = language;
    document.documentElement.lang = language;
  }

  /** A colon, with the space that the language puts before it. */
  get colon(): string {
    return this.language === "fr" ? "\u00a0:" : ":";
  }

  /** Grouped as the language has it, with a true minus. */
  number(value: number): string {
    return new Intl.NumberFormat(this.language).format(value).replace("-", "\u2212");
  }

  day(at: number): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: "medium" }).format(at);
  }

  time(at: number): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: "medium", timeStyle: "short" }).format(at);
  }

  /** As whoever looks writes days and times in this language: British and American ones differ. */
  get locale(): string {
    return navigator.languages.find((each) => each.startsWith(this.language)) ?? this.language;
  }

  /** How long ago something was: "3 hours ago". */
  ago(at: number): string {
    const minutes = Math.round((at - Date.now()) / 60_000);
    const format = new Intl.RelativeTimeFormat(this.language, { numeric: "auto" });
    if (minutes >= 0) return format.format(0, "second");
    if (minutes > -60) return format.format(minutes, "minute");
    return minutes > -60 * 24
      ? format.format(Math.round(minutes / 60), "hour")
      : format.format(Math.round(minutes / 60 / 24), "day");
  }
}

export const speech = new Speech();

/** The words of the language that is spoken now; whoever reads them is told when it changes. */
export const words = new Proxy({} as Words, { get: (_, key) => speech.words[key as keyof Words] });

/** Words that are loaded with a part of the page, not with the first: those of the language that is spoken now. */
export const wordsIn =
  <More>(all: Record<Language, More>): (() => More) =>
  () =>
    all[speech.language];
