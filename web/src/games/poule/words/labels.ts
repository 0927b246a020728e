// What is written on the square itself.
import type { Language } from "../../../words/language.svelte";
import { labels as de } from "./de";
import { labels as en } from "./en";
import { labels as fr } from "./fr";
import type { Labels } from "./parts";

export const labels: Record<Language, Labels> = { fr, en, de };
