// What everything in the night is, for whoever asks.
import type { AnyView } from "../../../wire/types";
import type { Language } from "../../../words/language.svelte";
import type { About, Explanations, Player } from "../../game";
import { capital } from "../../phrases";
import { guestsOf, listGuests, narrow, VALUES, type ActionCardState } from "../pieces";
import { words as all } from "../words";
import Portrait from "./Portrait.svelte";
import { thingAt, type Thing } from "./thing";
import texts from "./words";

const TONIGHT: Record<string, string> = {
  guests: "N5.1",
  cash: "N7.1",
  cards: "N7.2",
  home: "N5.3",
  idle: "N7.4",
};
const FURNITURE: Record<string, string> = { bar: "N3.2", foosball: "N6.1", billiards: "N6.1" };

function about(of: string, view: AnyView, players: readonly Player[], language: Language): About | null {
  const { board } = narrow(view);
  const [text, words] = [texts[language], all[language]];
  const thing = thingAt(of, view);
  const ruleText = (number: string) =>
    words.rules.flatMap(({ rules }) => rules).find((rule) => rule.number === number)?.text ?? "";

  function actionCard({ card, owner, isKnown }: Extract<Thing, { what: "action card" }>): About {
    if (!card) return { name: words.board.unknownCard, text: text.hiddenCard, rule: "N2.2" };
    const isSame = (each: ActionCardState) =>
      each.type === card.type && each.furniture === card.furniture && each.paying === card.paying;
    const isOwn = owner !== undefined && (players[owner]?.isYou ?? false);
    const whoKnows = isKnown ? words.board.knownToAll : isOwn ? words.board.secret : "";
    return {
      name: capital(words.card(card)),
      text: `${card.type === "from" ? text.from : text.to} ${text.isPaying[card.paying ? "yes" : "no"]}`,
      left: [whoKnows && `${capital(whoKnows)}.`, text.unseen(board.unseen.actions.filter(isSame).length)]
        .filter(Boolean)
        .join(" "),
      rule: "N5.2",
    };
  }

  switch (thing.what) {
    case "furniture":
      return {
        name: capital(words.kinds[thing.kind].name),
        text: text.furniture[thing.kind],
        left: text.unseen(board.unseen.furniture.filter((kind) => kind === thing.kind).length),
        rule: FURNITURE[thing.kind] ?? "N3.1",
      };
    case "guest": {
      const { colour } = thing;
      const count = board.pubs.reduce((sum, pub) => sum + (guestsOf(pub)[colour] ?? 0), 0);
      return {
        name: text.guestName[colour],
        text: text.guest(words.score(VALUES[colour])),
        left: text.inTown(count),
        rule: "N1.3",
      };
    }
    case "guest card": {
      const { furniture, guests } = thing.card;
      const kind = words.kinds[furniture as keyof typeof words.kinds];
      return {
        name: text.guestCardName,
        text: text.guestCard(words.present(listGuests(guests)), kind.one),
        left: words.board.stack(board.stacks.guests),
        rule: "N4.2",
      };
    }
    case "action card":
      return actionCard(thing);
    case "pub": {
      const { seat } = thing;
      return { name: board.pubs[seat]?.name ?? "", text: ruleText("N1.1"), seat, rule: "N1.1" };
    }
    case "stack":
      return {
        name: text.stackName,
        text: ruleText("N5.6"),
        left: words.board.stack(board.stacks.actions),
        rule: "N5.6",
      };
    case "cash":
      return {
        name: text.cashName,
        text: ruleText("N4.3"),
        left: words.board.cashLeft(board.stacks.cash),
        rule: "N4.3",
      };
    case "till": {
      const pub = board.pubs[thing.seat];
      const owner = players[thing.seat]?.name ?? pub?.name ?? "";
      return {
        name: text.till(owner),
        text: ruleText("N7.3"),
        left: words.score(pub?.money ?? 0),
        rule: "N7.3",
      };
    }
    case "guests": {
      const pub = board.pubs[thing.seat];
      const owner = players[thing.seat]?.name ?? pub?.name ?? "";
      return {
        name: text.guests(owner),
        text: words.board.worthText(words.score(pub?.worth ?? 0)),
        rule: "N4.3",
      };
    }
    case "tonight": {
      const rule = TONIGHT[thing.fact];
      return rule ? { name: words.board.tonight, text: ruleText(rule), rule } : null;
    }
    default:
      return null;
  }
}

const explanations: Explanations = { Portrait, about };
export default explanations;
