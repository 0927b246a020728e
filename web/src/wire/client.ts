// Requests to the server, or to the house on this device. A refusal becomes an error with its stable code.
import { untrack } from "svelte";
import { base, hasServer } from "../address";
import { type Answer, house, type Socket } from "../device/house.svelte";
import { online } from "../offline/online.svelte";
import type {
  Branch,
  BranchPlan,
  ChallengePlan,
  Channel,
  ChannelPlan,
  Contest,
  ContestResults,
  Daily,
  Device,
  GameDetails,
  GameInfo,
  GameRecord,
  HintMessage,
  Lesson,
  Level,
  LinkInfo,
  ListedPuzzle,
  ListedTable,
  NewTable,
  Plan,
  PlayPage,
  Puzzle,
  PuzzleAnswer,
  PuzzleRating,
  Refusal,
  ReminderChoice,
  Reminders,
  Replay,
  ReviewMessage,
  Said,
  TableEvent,
  TurningPoint,
  Update,
  Verdict,
  Views,
  Welcome,
} from "./types";

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.sentence);
  }

  get code(): string {
    return this.refusal.code;
  }
}

/** Local data: tables, and reviews of games. */
const HERE = /^\/api\/((tables|reviews|branches)\/|branches\?source=)device-/;
/** Requests that need no server. */
const ANYWHERE =
  /^\/api\/(games|puzzles|replay|verify|reviews|branches|tables$|tables\/lessons\/|me$|me\/level)/;

/** Whether new games run on this device: there is no server, or it is unreachable. */
export const playsHere = (): boolean => !hasServer || (online.isOff && house.isStocked);

/** Untracked: a change of connection must not repeat an answered request. */
const isForDevice = (path: string): boolean =>
  untrack(() => !hasServer || HERE.test(path) || (playsHere() && ANYWHERE.test(path)));

/** A live line to a table, here or remote. */
export function openSocket(path: string): Socket {
  if (isForDevice(path)) return house.openLine(path);
  const address = new URL(base + path, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  return new WebSocket(address) as Socket;
}

async function ask<T>(method: string, path: string, body?: unknown, isHere = isForDevice(path)): Promise<T> {
  if (!isHere) return askServer(method, path, body);
  const sent = body === undefined ? "" : JSON.stringify(body);
  return JSON.parse(read(await house.ask(method, path, sent))) as T;
}

/** A response other than JSON. */
async function askText(method: string, path: string): Promise<string> {
  if (isForDevice(path)) return read(await house.ask(method, path));
  const response = await fetch(base + path, { method });
  const text = await response.text();
  if (!response.ok) throw new Refused(response.status, JSON.parse(text) as Refusal);
  return text;
}

/** The local house's answer, unless it is a refusal. */
export function read({ status, text }: Answer): string {
  if (status >= 400) throw new Refused(status, JSON.parse(text) as Refusal);
  return text;
}

async function askServer<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(base + path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  }).catch(async (error: unknown) => {
    await online.ask();
    throw error;
  });
  const data: unknown = response.status === 204 ? null : await response.json();
  if (!response.ok) throw new Refused(response.status, data as Refusal);
  return data as T;
}

export const api = {
  games: () => ask<GameInfo[]>("GET", "/api/games"),
  game: (name: string) => ask<GameDetails>("GET", `/api/games/${name}`),
  lesson: (game: string) => ask<Lesson>("GET", `/api/games/${game}/lesson`),
  welcome: () => ask<Welcome>("GET", "/api/welcome"),
  introduce: (name: string) => ask<{ name: string }>("POST", "/api/me", { name }),
  /** Renews the cookie. */
  renew: () => ask<{ name: string }>("GET", "/api/me"),
  forget: () => ask<unknown>("DELETE", "/api/me"),
  link: () => ask<{ token: string }>("POST", "/api/me/link"),
  look: (token: string) => ask<LinkInfo>("POST", "/api/me/link/look", { token }),
  claim: (token: string) => ask<{ name: string }>("POST", "/api/me/claim", { token, replace: true }),
  devices: () => ask<Device[]>("GET", "/api/me/devices"),
  revoke: (device: string) => ask<null>("DELETE", `/api/me/devices/${device}`),
  revokeOthers: () => ask<null>("DELETE", "/api/me/devices"),
  reminders: () => ask<Reminders>("GET", "/api/me/reminders"),
  settleReminders: (choice: ReminderChoice) => ask<null>("PUT", "/api/me/reminders", choice),
  stopReminders: () => ask<null>("DELETE", "/api/me/reminders"),
  addChannel: (plan: ChannelPlan) => ask<Channel>("POST", "/api/me/reminders/channels", plan),
  removeChannel: (channel: string) => ask<null>("DELETE", `/api/me/reminders/channels/${channel}`),
  testChannel: (channel: string) => ask<null>("POST", `/api/me/reminders/channels/${channel}/test`),
  confirmReminders: (token: string) =>
    ask<null>("POST", `/reminders/confirm?${new URLSearchParams({ token })}`),
  endReminders: (token: string) => ask<null>("POST", `/reminders/stop?${new URLSearchParams({ token })}`),
  calendar: (table: string) => ask<{ path: string }>("POST", `/api/tables/${table}/calendar`),
  revokeCalendar: (table: string) => ask<null>("DELETE", `/api/tables/${table}/calendar`),
  /** The house level that suits the viewer. */
  level: (game: string, players: number) =>
    ask<{ level: Level }>("GET", `/api/me/level?${new URLSearchParams({ game, players: `${players}` })}`),
  mine: () => ask<ListedTable[]>("GET", "/api/me/tables"),
  table: (table: string) => ask<Update>("GET", `/api/tables/${table}`),
  setUp: (plan: Plan) => ask<NewTable>("POST", "/api/tables", plan),
  setUpLesson: (game: string) => ask<NewTable>("POST", `/api/tables/lessons/${game}`),
  command: (table: string, command: object) => ask<unknown>("POST", `/api/tables/${table}/commands`, command),
  events: (table: string, before: number) =>
    ask<TableEvent[]>("GET", `/api/tables/${table}/events?before=${before}&limit=200`),
  views: (table: string, count: number, drawing = false) =>
    ask<Views>("GET", `/api/tables/${table}/views?count=${count}${drawing ? "&drawing=true" : ""}`),
  talk: (table: string) => ask<Said[]>("GET", `/api/tables/${table}/talk`),
  /** The table of a waiting big screen, by its code. */
  findCode: (code: string) =>
    ask<{ id: string; invitation: string }>("GET", `/api/tables/codes/${encodeURIComponent(code)}`),
  rematch: (table: string) => ask<{ id: string }>("POST", `/api/tables/${table}/rematch`),
  hint: (table: string) => ask<HintMessage>("POST", `/api/tables/${table}/advice`),
  replay: (record: unknown, seat: number | null, drawing = false) => {
    const asks = {
      ...(seat === null ? {} : { seat: String(seat) }),
      ...(drawing ? { drawing: "true" } : {}),
    };
    return ask<Replay>("POST", `/api/replay?${new URLSearchParams(asks)}`, record);
  },
  reviewTable: (table: string) => ask<ReviewMessage>("POST", `/api/tables/${table}/review`),
  reviewRecord: (record: unknown) => ask<ReviewMessage>("POST", "/api/reviews", record),
  review: (key: string) => ask<ReviewMessage>("GET", `/api/reviews/${key}`),
  turningPoint: (table: string) => ask<TurningPoint | null>("GET", `/api/tables/${table}/turning-point`),
  /** Finished games, the latest first, from a cursor on. */
  play: (before = "") =>
    ask<PlayPage>("GET", `/api/me/play${before && `?${new URLSearchParams({ before })}`}`),
  /** Records of finished games, a line each, the latest first, from a cursor on. */
  records: (before: string, limit: number) =>
    askText(
      "GET",
      `/api/me/records?${new URLSearchParams({ limit: `${limit}`, ...(before ? { before } : {}) })}`,
    ),
  daily: (date = "") => ask<Daily>("GET", `/api/daily${date && `?${new URLSearchParams({ date })}`}`),
  challenge: (plan: ChallengePlan) => ask<{ id: string }>("POST", "/api/contests", plan),
  contest: (contest: string) => ask<Contest>("GET", `/api/contests/${contest}`),
  playDeal: (contest: string, deal: number) =>
    ask<NewTable>("POST", `/api/contests/${contest}/deals/${deal}/table`),
  results: (contest: string, deal: number) =>
    ask<ContestResults>("GET", `/api/contests/${contest}/deals/${deal}`),
  list: (contest: string, is_listed: boolean) =>
    ask<null>("PUT", `/api/contests/${contest}/listing`, { is_listed }),
  puzzles: (game: string) => ask<ListedPuzzle[]>("GET", `/api/puzzles/${game}`),
  puzzle: (game: string, id: string) => ask<Puzzle>("GET", `/api/puzzles/${game}/${id}`),
  tryPuzzle: (game: string, id: string, action: string, rating: PuzzleRating | null) =>
    ask<PuzzleAnswer>("POST", `/api/puzzles/${game}/${id}`, { action, rating }),
  verify: (record: unknown) => ask<Verdict>("POST", "/api/verify", record),
  /** A branch of a finished game: of a table, or of a record. */
  setUpBranch: (plan: BranchPlan) =>
    ask<NewTable>("POST", "/api/branches", plan, plan.table?.startsWith("device-") || undefined),
  branches: (source = "") => ask<Branch[]>("GET", `/api/branches${source && `?source=${source}`}`),
  removeBranch: (table: string) => ask<null>("DELETE", `/api/branches/${table}`),
  record: (table: string) => ask<GameRecord>("GET", `/api/tables/${table}/record`),
};
