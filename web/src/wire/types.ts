// Short names for the server's messages, generated from its OpenAPI: `make wire`.
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
/** An action; in a hint it comes with its effects. */
export type Action = Schemas["ActionMessage"] & { effects?: Record<string, unknown> };
export type NewTable = Schemas["NewTable"];
export type ListedTable = Schemas["ListedTable"];
export type Plan = Schemas["TablePlan"];
export type HintMessage = Schemas["HintMessage"];
export type HintedTurn = Schemas["TurnMessage"];
export type FollowingMove = Schemas["FollowingMessage"];
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
export type Review = Schemas["Review"];
export type ReviewMessage = Schemas["ReviewMessage"];
export type Curve = Schemas["Curve"];
export type Decision = Schemas["Decision"];
export type Draw = Schemas["Draw"];
export type Account = Schemas["Account"];
export type TurningPoint = Schemas["TurningPointMessage"];
export type PlayedGame = Schemas["PlayedGame"];
export type PlayPage = Schemas["PlayMessage"];
export type Together = Schemas["TogetherMessage"];
export type Pointed = Schemas["PointedMessage"];
export type ListedPuzzle = Schemas["ListedPuzzle"];
export type Puzzle = Schemas["PuzzleMessage"];
export type PuzzleAnswer = Schemas["PuzzleAnswer"];
export type PuzzleRating = Schemas["RatingMessage"];
export type Branch = Schemas["BranchMessage"];
export type BranchPlan = Pick<Schemas["BranchPlan"], "at"> & Partial<Schemas["BranchPlan"]>;
export type Contest = Schemas["ContestMessage"];
export type Daily = Schemas["DailyMessage"];
export type ChallengePlan = Schemas["ChallengePlan"];
/** A player's result with a deal. */
export type DealResult = Schemas["ResultMessage"];
export type ContestEntry = Schemas["EntryMessage"];
export type ContestResults = Schemas["DealMessage"];
export type Parting = Schemas["PartingMessage"];
export type Verdict = Schemas["VerdictMessage"];
export type AnyView = Schemas["ViewMessage"];
export type View<Board> = Omit<AnyView, "board"> & { board: Board };
export type PouleBoard = Schemas["PouleView"];
export type ReeperbahnBoard = Schemas["ReeperbahnView"];
export type NuitBoard = Schemas["NuitView"];
export type Level = Schemas["Give"]["level"];
export type Character = Table["seats"][number]["character"];
/** Commands to a table, over either channel. */
export type Command =
  paths["/api/tables/{table_id}/commands"]["post"]["requestBody"]["content"]["application/json"];
/** Messages of the live line: commands, and some for this line alone. */
export type Message =
  Command | Pick<Schemas["WatchSeat"], "type" | "seat"> | ({ type: "say" } & Word) | Look | Gesture;
/** Requests among viewers of a finished game. */
export type Look =
  | { type: "look_together"; ply: number }
  | { type: "look_alone" | "ask_lead" | "keep_lead" }
  | { type: "give_lead"; seat: number };
/** Rapid messages among them. */
export type Gesture = { type: "look_at"; ply: number } | { type: "point_at"; target: string };
/** A remark at a table. */
export type Word = { phrase: NonNullable<Said["phrase"]> } | { text: string };
/** A variation of a game, as a record keeps it. */
export interface Variation {
  at: number;
  actions: string[];
  name?: string;
  seat?: number;
  deal?: object;
  scores?: number[];
  winners?: number[];
  variations?: Variation[];
}
/** The record fields used here; the server reads all of it. */
export interface GameRecord {
  game?: string;
  turned?: number;
  /** The house's characters; null for a person. */
  characters?: (Character | null)[];
  names?: string[];
  actions?: string[];
  scores?: number[];
  winners?: number[];
  variations?: Variation[];
  [member: string]: unknown;
}
