// What the page works out of a contest: where one stands, how results compare, which day it is.
import type { Contest, ContestEntry, ContestResults, DealResult } from "../wire/types";

/** Of which contest a table is, and which of its deals: `daily-2026-11-19-poule`, or `TOKEN.2`. */
export function placeOf(source: string): { contest: string; deal: number } {
  const [contest = "", deal = "0"] = source.split(".");
  return { contest, deal: Number(deal) };
}

export const isDaily = (contest: string): boolean => contest.startsWith("daily-");

/** The page of a deal's results, below that of the house. */
export const pathOf = (contest: string, deal = 0): string => `/c/${contest}${deal ? `#${deal + 1}` : ""}`;

export type DealState = "open" | "begun" | "won" | "lost" | "shared";

export function stateOf(own: Contest["mine"][number] | undefined): DealState {
  if (!own) return "open";
  return own.is_over ? outcomeOf(own.share ?? 0) : "begun";
}

export const outcomeOf = (share: number) => (share >= 1 ? "won" : share > 0 ? "shared" : "lost");

/** Less than 0 where one result is worse than another. Whoever gave up has no lead, and did worst. */
export function compare(one: DealResult, other: DealResult): number {
  return one.share - other.share || (one.lead ?? -Infinity) - (other.lead ?? -Infinity) || 0;
}

/** How many of the house did less well, as well, and better. */
export function rankAmong(house: readonly DealResult[], own: DealResult) {
  const ranks = house.map((each) => Math.sign(compare(each, own)));
  const count = (rank: number) => ranks.filter((each) => each === rank).length;
  return { worse: count(-1), equal: count(0), better: count(1) };
}

export interface Dot extends DealResult {
  column: number;
  /** How many lie below it. */
  row: number;
}
export interface Dots {
  dots: Dot[];
  own: number | null;
  columns: number;
  rows: number;
  /** From where on games were won; null where all were, or none, or where the lead does not say who won. */
  border: number | null;
  /** What the first and the last column stand for, in the game's own unit; null where only shares are known. */
  ends: readonly [number, number] | null;
}

/** So high a pile becomes: what else falls there lies beside it. */
const MOST_ROWS = 6;
/** At least that much lies between the ends: results that are almost equal are not torn apart. */
const LEAST_WIDTH = 4;

/** Whether whoever won was ahead, and whoever lost behind: some games are won in other ways. */
const isPlain = ({ share, lead }: DealResult): boolean => lead === null || (lead > 0 ? share > 0 : share < 1);

/** The nearest pile that is not too high. */
function nearestFree(column: number, heights: readonly number[]): number {
  const places = [...heights.keys()].filter((at) => (heights[at] ?? 0) < MOST_ROWS);
  return places.reduce(
    (best, at) => (Math.abs(at - column) < Math.abs(best - column) ? at : best),
    places[0] ?? 0,
  );
}

/** Results as dots over a line, from the worst to the best; those that fall together are piled up. */
export function dotsOf(house: readonly DealResult[], own: DealResult | null, columns = 33): Dots {
  const all = own ? [...house, own] : [...house];
  const leads = all.flatMap(({ lead }) => lead ?? []);
  const hasLeads = house.every(({ lead }) => lead !== null) && leads.length > 0;
  const [least, most] = hasLeads ? [Math.min(...leads), Math.max(...leads)] : [0, 1];
  const room = hasLeads ? Math.max(0, LEAST_WIDTH - (most - least)) / 2 : 0;
  const [from, to] = [least - room, most + room];
  // Whoever gave up stands left of everybody.
  const value = ({ share, lead }: DealResult) => (hasLeads ? (lead ?? from) : share);
  const columnOf = (amount: number) => Math.round(((amount - from) / (to - from)) * (columns - 1));
  const heights = Array.from({ length: columns }, () => 0);
  const dots = [...house].sort(compare).map(({ share, lead }): Dot => {
    const column = nearestFree(columnOf(value({ share, lead })), heights);
    const row = heights[column] ?? 0;
    heights[column] = row + 1;
    return { share, lead, column, row };
  });
  return {
    dots,
    own: own && columnOf(value(own)),
    columns,
    rows: Math.max(1, ...heights),
    border:
      hasLeads && from < 0 && to > 0 && all.every(isPlain)
        ? ((0 - from) / (to - from)) * (columns - 1)
        : null,
    ends: hasLeads ? [least, most] : null,
  };
}

/** The same as a line of signs: who did less well, oneself, who did as well, who did better. */
export function signsOf(house: readonly DealResult[], own: DealResult): string {
  const { worse, equal, better } = rankAmong(house, own);
  return "●".repeat(worse) + "◆" + "◐".repeat(equal) + "○".repeat(better);
}

/** After how many actions two games part: as many as both begin with. */
export function commonLength(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((action, place) => action !== other[place]);
  return at < 0 ? one.length : at;
}

export interface Sum {
  name: string;
  isYou: boolean;
  /** A result for each deal that can be seen; null where they have none. */
  results: (DealResult | null)[];
  share: number;
  lead: number | null;
  played: number;
}

/** What everybody has together over several deals, the best first; null stands for a deal that cannot be seen yet. */
export function sumsOf(deals: readonly (Pick<ContestResults, "entries"> | null)[]): Sum[] {
  const people = new Map<string, Sum>();
  deals.forEach((results, deal) => {
    for (const entry of results?.entries ?? []) {
      const key = entry.is_you ? "you" : entry.author;
      const sum = people.get(key) ?? emptySum(entry, deals.length);
      people.set(key, sum);
      sum.results[deal] = { share: entry.share, lead: entry.lead };
      sum.share += entry.share;
      sum.lead = sum.lead === null || entry.lead === null ? null : sum.lead + entry.lead;
      sum.played += 1;
    }
  });
  return [...people.values()].sort((one, other) => other.played - one.played || compare(other, one));
}

const emptySum = ({ name, is_you }: ContestEntry, deals: number): Sum => ({
  name,
  isYou: is_you,
  results: Array.from({ length: deals }, () => null),
  share: 0,
  lead: 0,
  played: 0,
});

const DAY = 86_400_000;

/** A day in UTC, `2026-11-19`, so many days later. */
export const dayAfter = (date: string, days = 1): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
