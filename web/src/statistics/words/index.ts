// The words of “My statistics”.
import { wordsIn } from "../../words";
import de from "./de";
import en from "./en";
import fr from "./fr";

export const statisticsWords = wordsIn({ fr, en, de });
