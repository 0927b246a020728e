// The words of reminders: loaded with them, not with the first page.
import { speech, type Language } from "../../words/language.svelte";
import de from "./de";
import en from "./en";
import fr from "./fr";

const ALL: Record<Language, typeof en> = { fr, en, de };

export const reminderWords = (): typeof en => ALL[speech.language];
