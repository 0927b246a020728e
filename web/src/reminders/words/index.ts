// The words of reminders.
import { wordsIn } from "../../words";
import de from "./de";
import en from "./en";
import fr from "./fr";

export const reminderWords = wordsIn({ fr, en, de });
