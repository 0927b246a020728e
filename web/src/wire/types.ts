// The messages of the server by short names. They are generated from its OpenAPI: `make wire`.
import type { components, paths } from "./schema";

type Schemas = components["schemas"];
export type Update = Schemas["UpdateMessage"] & {
  /** The ids of the receiver's own commands that this answers. */
  answers?: string[];
};
export type Refusal = Schemas["RefusalMessage"];
export type Table = Schemas["TableMessage"];
export type SeatInfo = Schemas["SeatMessage"];
export type TableEvent = Schemas["EventMessage"];
export type LogLine = Schemas["LineMessage"];
export type GameInfo = Schemas["GameMessage"];
export type GameDetails = Schemas["GameDetails"] & {
  /** The sign of each seat in the text drawing. */
  marks?: string[];
  /** For each key of the log an English sentence with gaps: `{seat} drops a disc into column {column}`. */
  sentences?: Record<string, string>;
};
export type OptionInfo = Schemas["OptionMessage"];
export type Action = Schemas["ActionMessage"];
export type NewTable = Schemas["NewTable"];
export type ListedTable = Schemas["ListedTable"];
export type Plan = Schemas["TablePlan"];
export type Advice = Schemas["AdviceMessage"];
/** A game of the house, as far as the first page needs it. */
export interface GameSummary {
  name: string;
  title: string;
  players: number[];
}
export type Welcome = Schemas["Welcome"] & { games?: GameSummary[] };
export type Replay = Schemas["ReplayMessage"];
export type Verdict = Schemas["VerdictMessage"];
export type AnyView = Schemas["ViewMessage"] & {
  /** The same as a text drawing, if it was asked for. */
  drawing?: string;
};
export type View<Board> = Omit<AnyView, "board"> & { board: Board };
export type PouleBoard = Schemas["PouleView"];
export type ReeperbahnBoard = Schemas["ReeperbahnView"];
export type NuitBoard = Schemas["NuitView"];
export type Level = Schemas["Give"]["level"];
/** What people ask of a table, over either way. */
export type Command =
  paths["/api/tables/{table_id}/commands"]["post"]["requestBody"]["content"]["application/json"];
/** What goes out over the live line: commands, and what concerns this line alone. */
export type Message = Command | Pick<Schemas["WatchSeat"], "type" | "seat">;
