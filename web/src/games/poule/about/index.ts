// What every piece of the market is, for whoever asks.
import type { AnyView } from "../../../wire/types";
import type { Language } from "../../../words/language.svelte";
import type { About, Explanations, Player } from "../../game";
import { hiddenFrom } from "../tiles";
import { boardOf, signed, totals, type Tile } from "../market";
import { labels, words } from "../words";
import Portrait from "./Portrait.svelte";
import { thingAt } from "./thing";
import texts from "./words";

const RULES: Record<string, string> = { fire: "P4.2", wizard: "P6.6" };

/** Which stalls come back after a round, by the variant that is played (P3.5, P6.2). */
function returns(rank: string, view: AnyView): boolean {
  const variant = view.options["stalls_return"] ?? "rank_one";
  return variant === "all" || (variant === "rank_one" && rank === "I");
}

function about(of: string, view: AnyView, players: readonly Player[], language: Language): About | null {
  const board = boardOf(view);
  const [text, label] = [texts[language], labels[language]];
  const thing = thingAt(of, view);
  const nameOf = (seat: number) => players[seat]?.name ?? "";

  function tile({ name, value }: Tile): About {
    return {
      name: `${label.tile(name)}${value ? ` ${signed(value)}` : ""}`,
      text: value > 0 ? text.buyer(value) : value < 0 ? text.rogue(-value) : label.effect(name, value),
      left: text.hidden(hiddenFrom(view).filter((each) => each.name === name).length),
      rule: RULES[name] ?? "P4.3",
    };
  }

  switch (thing.what) {
    case "tile":
      return tile(thing.tile);
    case "stall": {
      const { rank } = thing;
      const seat = thing.seat ?? view.seat;
      const owner = seat === view.seat ? null : nameOf(seat ?? 0);
      return {
        name: thing.seat === null ? text.stallName(rank) : label.stall(rank, nameOf(thing.seat)),
        text: `${text.stall(rank.length)} ${returns(rank, view) ? text.returns : text.onceOnly}`,
        left: seat === null ? "" : text.inHand(board.stalls[seat]?.[rank] ?? 0, owner),
        rule: "P4.4",
      };
    }
    case "line": {
      const parts = board.segments.filter(({ line }) => line === thing.line);
      const worth = ({ cells, value }: (typeof parts)[number]) => {
        const whole = label.line(thing.line);
        const name = parts.length > 1 ? label.stretch(whole, cells[0] ?? "", cells.at(-1) ?? "") : whole;
        return label.worth(name, signed(value));
      };
      return {
        name: label.line(thing.line),
        text: text.line,
        left: parts.map(worth).join(" "),
        rule: "P4.3",
      };
    }
    case "purse": {
      const money = words[language].score(board.money[thing.seat] ?? 0);
      const standing = totals(board.segments, view.players)[thing.seat] ?? 0;
      const { seat } = thing;
      // The last square still lies there when it has been paid.
      const due = board.stage === "over" ? "" : signed(standing);
      return { name: nameOf(seat), text: text.purse(money, due), seat, rule: "P4.5" };
    }
    case "stack":
      return { name: label.stack, text: text.stack, left: label.left(board.stack), rule: "P3.2" };
    case "secret": {
      const { secret } = board;
      if (!secret) return { name: text.secretName(""), text: text.secretGone, rule: "P2.2" };
      const { name, text: effect } = tile(secret);
      return { name: text.secretName(name), text: `${effect} ${text.secret}`, rule: "P3.3" };
    }
    default:
      return null;
  }
}

const explanations: Explanations = { Portrait, about };
export default explanations;
