// The messages of the server by short names. They are generated from its OpenAPI: `make wire`.
import type { components, paths } from "./schema";

type Schemas = components["schemas"];
export type Update = Schemas["UpdateMessage"];
export type Said = Schemas["SaidMessage"];
export type Refusal = Schemas["RefusalMessage"];
export type Table = Schemas["TableMessage"];
export type SeatInfo = Schemas["SeatMessage"];
export type Views = Schemas["ViewsMessage"];
export type TableEvent = Schemas["EventMessage"];
export type LogLine = Schemas["LineMessage"];
export type GameInfo = Schemas["GameMessage"];
export type GameDetails = Schemas["GameDetails"];
export type OptionInfo = Schemas["OptionMessage"];
/** An action; one that the house advises comes with what it will do. */
export type Action = Schemas["ActionMessage"] & { effects?: Record<string, unknown> };
export type NewTable = Schemas["NewTable"];
export type ListedTable = Schemas["ListedTable"];
export type Plan = Schemas["TablePlan"];
/** A whole turn that the house advises. */
export interface HintedTurn extends Omit<Schemas["TurnMessage"], "error"> {
  /** The standard error of `share`; 0 if that was calculated. */
  error: number;
  /** Not the first, and as good as it, as far as can be told. */
  is_as_good: boolean;
  /** Why its chance is better and its lead worse than those of a row after it. */
  risk: "riskier" | "safer" | "later" | null;
}
/** An action that is expected, and what the log would say of it. */
export interface FollowingMove {
  seat: number;
  action: string;
  lines: LogLine[];
}
export interface HintMessage extends Omit<Schemas["AdviceMessage"], "turns"> {
  turns: HintedTurn[];
  /** What is likely to follow the first turn, which comes first. */
  follow: FollowingMove[];
}
export type ListedGame = Schemas["ListedGame"];
export type Device = Schemas["DeviceMessage"];
export type Reminders = Schemas["RemindersMessage"];
export type Channel = Schemas["ChannelMessage"];
export type ChannelPlan = Schemas["PushPlan"] | Schemas["MailPlan"] | Schemas["TopicPlan"];
export type ReminderChoice = Schemas["ChoicePlan"];
export type LinkInfo = Schemas["LinkMessage"];
export type Welcome = Schemas["Welcome"];
export type Lesson = Schemas["LessonMessage"];
export type Replay = Schemas["ReplayMessage"];
/** Where a game turned, as somebody saw it. */
export interface TurningPoint {
  ply: number;
  /** Whose chances changed. */
  seat: number;
  before: number;
  after: number;
  cause: "draw" | "decision";
}
/** The chances of all seats from one point of view. */
export interface Curve {
  /** A seat; -1 what everybody knew, -2 all cards open. */
  view: number;
  /** Of every seat before the first action, and after each; every row adds up to 1. */
  shares: number[][];
  /** The standard error of each row. */
  errors: number[];
  turning_point: TurningPoint | null;
}
export interface Decision extends Omit<Schemas["Decision"], "turn"> {
  /** Counted from 1. */
  turn: number;
  /** What the mover could expect just before, from what they knew: `loss` is never larger. */
  chance: number;
  /** Of a mistake: what would have followed the better turn, with the cards as they lay. */
  follow: string[];
}
export interface Account extends Omit<Schemas["Account"], "hidden"> {
  /** What the cards that nobody could see made of decisions. */
  hidden: number;
  /** Whether the rest is small enough for the other terms to say something. */
  is_explained: boolean;
}
export interface Review extends Omit<
  Schemas["Review"],
  "curve" | "turning_point" | "accounts" | "decisions"
> {
  curves: Curve[];
  accounts: Account[];
  decisions: Decision[];
  /** Whether it was played to its end; otherwise it was given up there. */
  is_finished: boolean;
}
export type Draw = Schemas["Draw"];
export interface ReviewMessage extends Omit<Schemas["ReviewMessage"], "review"> {
  review: Review | null;
}
export interface PlayedGame extends Omit<Schemas["PlayedGame"], "review"> {
  is_practice: boolean;
  /** How many decisions were played by a hint. */
  hinted: number;
  review: (Omit<NonNullable<Schemas["PlayedGame"]["review"]>, "account"> & { account: Account }) | null;
}
export type ListedPuzzle = Schemas["ListedPuzzle"];
export type Puzzle = Schemas["PuzzleMessage"];
export type PuzzleAnswer = Schemas["PuzzleAnswer"];
export type PuzzleRating = Schemas["RatingMessage"];
export type Verdict = Schemas["VerdictMessage"];
export type AnyView = Schemas["ViewMessage"];
export type View<Board> = Omit<AnyView, "board"> & { board: Board };
export type PouleBoard = Schemas["PouleView"];
export type ReeperbahnBoard = Schemas["ReeperbahnView"];
export type NuitBoard = Schemas["NuitView"];
export type Level = Schemas["Give"]["level"];
export type Character = Table["seats"][number]["character"];
/** What people ask of a table, over either way. */
export type Command =
  paths["/api/tables/{table_id}/commands"]["post"]["requestBody"]["content"]["application/json"];
/** What goes out over the live line: commands, and what concerns this line alone. */
export type Message = Command | Pick<Schemas["WatchSeat"], "type" | "seat"> | ({ type: "say" } & Word);
/** What can be said at a table. */
export type Word = { phrase: NonNullable<Said["phrase"]> } | { text: string };
/** What the page needs of a record; the server reads all of it. */
export interface GameRecord {
  game?: string;
  turned?: number;
  /** Who of the house played; null where a person did. */
  characters?: (Character | null)[];
  names?: string[];
  actions?: string[];
  [member: string]: unknown;
}
