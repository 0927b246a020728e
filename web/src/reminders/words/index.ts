// The words of reminders.
import { wordsIn } from "../../words/language.svelte";
import de from "./de";
import en from "./en";
import fr from "./fr";

export const reminderWords = wordsIn({ fr, en, de });
