// What the engine made of some actions, for tests. `python -m tests.web.cases` writes the files that are read here.
import type { Action, AnyView, LogLine } from "../wire/types";
import nuit from "./nuit/__fixtures__/cases.json";
import poule from "./poule/__fixtures__/cases.json";
import reeperbahn from "./reeperbahn/__fixtures__/cases.json";

/** An action, and what whoever took it saw before and after. */
export interface Case {
  before: AnyView;
  action: Action;
  after: AnyView;
  lines: LogLine[];
}

export interface Cases {
  /** The gaps of every line that the log can have, by its key. */
  logKeys: Record<string, string[]>;
  /** The same for every reason of a hint. */
  reasonKeys: Record<string, string[]>;
  /** Every kind of action. */
  kinds: string[];
  /** The names of an option's values, where it has some. */
  options: Record<string, string[]>;
  cases: Case[];
}

/** What a view has new, each as a path into it and the value there. */
type News = [path: (string | number)[], value: unknown][];
interface Stored {
  log_keys: Record<string, string[]>;
  reason_keys: Record<string, string[]>;
  kinds: string[];
  options: Record<string, string[]>;
  cases: { before: News; action: Action; after: News; lines: LogLine[] }[];
}

function renew(old: AnyView | null, news: News): AnyView {
  const root = { view: structuredClone(old) };
  for (const [path, value] of news) {
    const whole = ["view", ...path];
    let place = root as unknown as Record<string | number, unknown>;
    for (const step of whole.slice(0, -1)) place = place[step] as Record<string | number, unknown>;
    place[whole.at(-1) ?? "view"] = value;
  }
  return root.view as AnyView;
}

function read(stored: unknown): Cases {
  const { log_keys: logKeys, reason_keys: reasonKeys, kinds, options, cases } = stored as Stored;
  let last: AnyView | null = null;
  return {
    logKeys,
    reasonKeys,
    kinds,
    options,
    cases: cases.map(({ before: news, action, after: later, lines }) => {
      const before = renew(last, news);
      last = renew(before, later);
      return { before, action, after: last, lines };
    }),
  };
}

export const CASES = { poule: read(poule), reeperbahn: read(reeperbahn), nuit: read(nuit) };
/** What a test of these cases is called. */
export const nameOf = ({ before, action }: Case): string =>
  `${action.text}, ply ${before.ply}, ${before.players} players`;
