// The rules of a game, written as text: a heading for each chapter, a line for each rule. A number in brackets says that
// the house settled it, because the rulebook is silent.
import type { RuleChapter } from "./game";

const RULE = /^- (\(?)([\w.]+)\)? (.+)$/;

export function readRules(text: string): RuleChapter[] {
  const chapters = text.split(/^# /m).slice(1);
  return chapters.map((chapter) => {
    const [title = "", ...lines] = chapter.split("\n");
    const rules = lines.flatMap((line) => {
      const [, bracket, number = "", text = ""] = RULE.exec(line) ?? [];
      return number ? [{ number, text, isRuling: bracket === "(" }] : [];
    });
    return { title, rules };
  });
}
