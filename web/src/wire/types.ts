// The messages of the server by short names. They are generated from its OpenAPI: `make wire`.
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Update = Schemas["UpdateMessage"];
export type Refusal = Schemas["RefusalMessage"];
export type Table = Schemas["TableMessage"];
export type SeatInfo = Schemas["SeatMessage"];
export type TableEvent = Schemas["EventMessage"];
export type LogLine = Schemas["LineMessage"];
export type GameInfo = Schemas["GameMessage"];
export type GameDetails = Schemas["GameDetails"];
export type OptionInfo = Schemas["OptionMessage"];
export type Action = Schemas["ActionMessage"];
export type NewTable = Schemas["NewTable"];
export type ListedTable = Schemas["ListedTable"];
export type Plan = Schemas["TablePlan"];
export type Advice = Schemas["AdviceMessage"];
export type Welcome = Schemas["Welcome"];
export type Replay = Schemas["ReplayMessage"];
export type AnyView = Schemas["ViewMessage"];
export type View<Board> = Omit<AnyView, "board"> & { board: Board };
export type PouleBoard = Schemas["PouleView"];
export type ReeperbahnBoard = Schemas["ReeperbahnView"];
export type NuitBoard = Schemas["NuitView"];
export type Level = "apprentice" | "regular" | "host" | "king";
export type Command =
  | Schemas["Move"]
  | Schemas["Undo"]
  | Schemas["Sit"]
  | Schemas["Leave"]
  | Schemas["Give"]
  | Schemas["Open"]
  | Schemas["Start"]
  | Schemas["Resign"]
  | Schemas["OfferStop"]
  | Schemas["AcceptStop"]
  | Schemas["DeclineStop"];
