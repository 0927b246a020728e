// Turns what the server says into gaps of sentences, the same way for every language.
import type { Action, AnyView, LogLine } from "../../../wire/types";
import type { Language } from "../../../words/language.svelte";
import type { GameWords } from "../../game";
import { capital, hintFrom, sayLine, signed } from "../../phrases";
import { splitTarget } from "../../target";
import { numberOf } from "../layout";
import { forecastSteps, isInVain, type Walk } from "../forecast";
import {
  countGuests,
  isForGroup,
  isKind,
  listGuests,
  narrow,
  PUBS,
  readGuests,
  sumGuests,
  type ActionCardState,
} from "../pieces";
import { STEP_TARGET, type Plan } from "../plans";
import { promptOf } from "../prompt";
import de from "./de";
import en, { type Lexicon } from "./en";
import fr from "./fr";
import type { KindWords, PubWords } from "./parts";

/** What matters little once a turn is over. */
const MINOR: readonly string[] = ["card", "to", "seat", "take", "take_stack"].map((key) => `nuit.${key}`);

export interface NuitWords
  extends GameWords, Pick<Lexicon, "board" | "kinds" | "present" | "space" | "semicolon"> {
  card: (card: ActionCardState) => string;
  /** Where guests would go, and who would be paid. */
  walk: (walk: Walk) => string;
}

/** The words of this game, for its own pieces of the page. */
export const narrowWords = (words: GameWords): NuitWords => words as NuitWords;

function wordsFrom(language: Language, lexicon: Lexicon): NuitWords {
  const kind = (text: unknown): KindWords =>
    lexicon.kinds[typeof text === "string" && isKind(text) ? text : "table"];
  const card = (each: ActionCardState) => lexicon.card(each, kind(each.furniture));
  const pub = (seat: number): PubWords => lexicon.pubs[seat] ?? { name: "", at: "", to: "" };
  const { action: acts } = lexicon;
  const list = new Intl.ListFormat(language);
  const kindOf = ({ arguments: gaps }: LogLine) => kind(gaps["furniture"] ?? gaps["tile"]);

  const walk = (way: Walk): string => {
    const { stays, goes, goHome, paid, unpaid } = lexicon.walk;
    const count = countGuests(way.guests);
    const end = way.stops.at(-1) ?? 0;
    if (way.isTaken && end === way.pub) return stays(count);
    const where = way.isTaken ? goes(count, pub(end)) : goHome(count);
    return `${where}, ${way.pay ? paid(lexicon.score(way.pay), pub(way.pub)) : unpaid}`;
  };

  const describe = (parts: string[], anyView: AnyView): string => {
    const { board, to_move } = narrow(anyView);
    const [verb, first = "", second = ""] = parts;
    const me = to_move ?? 0;
    const waiting = board.group ? listGuests(board.group.guests) : [];
    const isTogether = isForGroup(board.group?.furniture ?? "");
    switch (verb) {
      case "put":
        return acts.put(kind(board.start_tiles[me]?.[0]), lexicon.space(first));
      case "equip":
        return acts.put(kind(board.open_tiles[Number(first)]), lexicon.space(second));
      case "host": {
        const group = board.open_guests[Number(first)];
        const guests = group?.guests ?? {};
        return acts.host(countGuests(guests), kind(group?.furniture), lexicon.score(sumGuests(guests)));
      }
      case "cash":
        return acts.cash(board.pubs[me]?.worth ?? 0);
      case "pass":
        return acts.pass;
      case "card": {
        const held = board.hands[me]?.[Number(first)]?.card;
        if (held && isInVain(narrow(anyView), `card ${first}`)) return acts.inVain(card(held));
        return acts.card(held ? card(held) : lexicon.board.unknownCard);
      }
      case "from": {
        const space = board.pubs[Number(first)]?.spaces.find((each) => each.space === second);
        const guests = lexicon.guests(listGuests(space?.guests ?? {}));
        return acts.from(guests, kind(space?.tile), pub(Number(first)));
      }
      case "to":
        return acts.to(kind(first));
      case "seat": {
        const seated = isTogether ? waiting : waiting.slice(0, 1);
        return acts.seat(lexicon.guests(seated), kind(board.group?.furniture), lexicon.space(first));
      }
      default: {
        const open = board.open_actions[Number(first)];
        return first === "stack" || !open ? acts.stack : acts.take(card(open));
      }
    }
  };

  const hint = hintFrom(language, "nuit.reason_", lexicon.hint, (gaps, who) => {
    const number = Number(gaps["amount"] ?? 0);
    return { who, amount: lexicon.score(number), count: number };
  });

  /** What matters of a turn: the first action, and who is moved; where that is not in it, seats and the new card. */
  const turn = (actions: readonly Action[], view: AnyView): string => {
    const { board, to_move } = narrow(view);
    const steps = actions.map(({ text }) => text.split(" "));
    const way = forecastSteps(
      narrow(view),
      actions.map(({ text }) => text),
      actions.map(({ effects }) => effects),
    );
    const isNamed = steps.some(([verb]) => verb === "from");
    const told = (step: string[]) => {
      if (!way) return describe(step, view);
      const to = way.isTaken ? (PUBS[way.stops.at(-1) ?? 0] ?? "") : null;
      return lexicon.hint.moved(countGuests(way.guests), PUBS[way.pub] ?? "", to);
    };
    const main = steps.flatMap((step, at) => {
      const [verb, first = "", second = ""] = step;
      const { placed } = lexicon.hint;
      if (verb === "put") return placed(kind(board.start_tiles[to_move ?? 0]?.[at]), numberOf(first));
      if (verb === "equip") return placed(kind(board.open_tiles[Number(first)]), numberOf(second));
      if (verb === "host") {
        const card = board.open_guests[Number(first)];
        const guests = card?.guests ?? {};
        return lexicon.hint.hosted(countGuests(guests), kind(card?.furniture).at, sumGuests(guests));
      }
      if (verb === "from" || (verb === "to" && !isNamed)) return told(step);
      if (verb === "seat" || verb === "take" || verb === "to" || (verb === "card" && isNamed)) return [];
      return describe(step, view);
    });
    if (main.length) return main.join(`${lexicon.semicolon} `);
    const seats = new Set(
      steps.flatMap(([verb, space = ""]) => (verb === "seat" ? lexicon.space(space) : [])),
    );
    const guests = lexicon.guests(listGuests(board.group?.guests ?? {}));
    return [
      ...(seats.size ? [acts.seat(guests, kind(board.group?.furniture), [...seats].join(", "))] : []),
      ...steps.filter(([verb]) => verb === "take").map((step) => describe(step, view)),
    ].join(`${lexicon.semicolon} `);
  };

  return {
    ...lexicon,
    card,
    hint: { ...hint, lead: (amount) => hint.lead(Math.round(amount)), turn },
    prompt: (view, picked) => capital(lexicon.prompt(promptOf(view, picked))),
    walk,
    minor: MINOR,
    join: (line, next) => {
      if (line.key !== "nuit.seat" || next.key !== "nuit.seat") return null;
      const both = (gap: string, by: string) => [line, next].map((each) => each.arguments[gap]).join(by);
      return {
        ...next,
        arguments: { ...next.arguments, guests: both("guests", ""), space: both("space", " ") },
      };
    },
    change: ({ key, amount, count = 0 }, name) => {
      const { since } = lexicon.board;
      // What guests are worth is not money: those who leave may pay just that.
      if (key === "gone") return since.gone(count, -amount);
      if (key === "come") return since.come(count, amount);
      return name === null ? since.paid(signed(amount)) : `${name} ${signed(amount)}`.trim();
    },
    brief: (lines) =>
      lines.flatMap(({ key, arguments: gaps }, at) => {
        const { sets, hosts, collects, moves, passes } = lexicon.board.since;
        const count = readGuests(String(gaps["guests"] ?? "")).length;
        switch (key) {
          case "nuit.put":
          case "nuit.equip": {
            // One begins with several: they are told together.
            const isSame = (line: LogLine) => line.key === key;
            const all = lines.filter(isSame).map((line) => kindOf(line).one);
            return lines.slice(0, at).some(isSame) ? [] : sets(list.format(all));
          }
          case "nuit.host":
            return hosts(count);
          case "nuit.cash":
            return collects;
          case "nuit.from": {
            const end = lines.slice(at + 1).find((line) => /from|find_room|go_home/.test(line.key));
            if (end?.key === "nuit.go_home") return moves(count, null);
            return end?.key === "nuit.find_room" ? moves(count, pub(Number(end.arguments["pub"]))) : [];
          }
          case "nuit.pass":
            return passes;
          default:
            return [];
        }
      }),
    action: (action: Action, view) => {
      const { steps = [action.text] } = action as Partial<Plan>;
      const { group } = narrow(view).board;
      if (action.kind === "seat" && steps.length > 1)
        return acts.seatAll(lexicon.guests(listGuests(group?.guests ?? {})), kind(group?.furniture));
      const outcome = forecastSteps(narrow(view), steps);
      return outcome ? walk(outcome) : describe((steps.at(-1) ?? "").split(" "), view);
    },
    target: (target, view) => {
      const [what, which] = splitTarget(target);
      const { board } = narrow(view);
      if (what === "space") return lexicon.space(which);
      if (what === "pub") return board.pubs[Number(which)]?.name ?? "";
      if (what === "tile") return kind(board.open_tiles[Number(which)]).name;
      if (what === "kind") return describe(["to", which], view);
      if (what === STEP_TARGET)
        return acts.seatAll(
          lexicon.guests(listGuests(board.group?.guests ?? {})),
          kind(board.group?.furniture),
        );
      const verbs: Record<string, string> = {
        guest_card: "host",
        hand: "card",
        action_card: "take",
        action_stack: "take",
        cash: "cash",
      };
      return describe([verbs[what] ?? what, what === "action_stack" ? "stack" : which], view);
    },
    logLine: (line, name) => {
      // Whoever has no guests gets nothing, and nothing is said of it.
      if (line.key === "nuit.collect" && !line.arguments["amount"]) return "";
      const text = sayLine(line, name, {
        prefix: "nuit.",
        sentences: lexicon.logLines,
        fill: (gaps, who) => {
          const guests = readGuests(String(gaps["guests"] ?? ""));
          const furniture = String(gaps["furniture"] ?? gaps["tile"] ?? "");
          const paying = gaps["payment"] === "paying";
          return {
            who,
            pub: pub(Number(gaps["pub"] ?? 0)),
            owner: name(Number(gaps["pub"] ?? 0)),
            kind: kind(furniture),
            guests: lexicon.guests(guests),
            isOne: guests.length === 1,
            space: [...new Set(String(gaps["space"] ?? "").split(" "))].sort().map(lexicon.space).join(", "),
            amount: lexicon.score(Number(gaps["amount"] ?? gaps["tip"] ?? 0)),
            money: lexicon.score(Number(gaps["money"] ?? 0)),
            card: card({ type: String(gaps["type"] ?? ""), furniture, paying }),
          };
        },
      });
      return text ?? line.key;
    },
  };
}

export const words = { fr: wordsFrom("fr", fr), en: wordsFrom("en", en), de: wordsFrom("de", de) };
