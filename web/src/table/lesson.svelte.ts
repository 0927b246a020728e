// The texts and allowed moves of a first lesson, and a table for it: the lesson follows its script in the
// page alone. To the rest of the page it is a live table like any other.
import type { GameFace } from "../games/game";
import { recallLesson, storeLesson } from "../memory";
import type {
  Action,
  Command,
  Lesson,
  Refusal,
  SeatInfo,
  Table,
  TableEvent,
  TableLine,
  Update,
  Views,
} from "../wire";
import type { Language } from "../words";
import { characterAt } from "./house";

export interface Taught {
  text: string;
  /** The number of the step, from 1. */
  at: number;
  all: number;
  isEnd: boolean;
}

/** The number of its actions. */
export const lengthOf = ({ frames }: Lesson): number => frames.length - 1;

/** The next action at a ply; null at the end. */
export const nextIn = ({ frames }: Lesson, ply: number): string | null => frames[ply + 1]?.action ?? null;

/** The text at a ply. */
export function taughtAt(lesson: Lesson, ply: number, face: GameFace, language: Language): Taught {
  const at = lesson.steps.findLastIndex((step) => step.at <= ply);
  const text = face.lesson?.[language].steps[lesson.steps[at]?.key ?? ""] ?? "";
  return { text, at: at + 1, all: lesson.steps.length - 1, isEnd: ply >= lengthOf(lesson) };
}

/** The legal actions that the lesson allows. */
export const allowed = (legal: Action[], lesson: Lesson, ply: number): Action[] =>
  legal.filter(({ text }) => text === nextIn(lesson, ply));

/** The others answer one at a time, so that each move is shown. */
const PACE = 1;

export class LessonTable implements TableLine {
  readonly isScreen = false;
  update = $state.raw<Update | null>(null);
  events = $state.raw<TableEvent[]>([]);
  readonly connection = "live";
  readonly refusal: Refusal | null = null;
  readonly isWaiting = false;
  readonly retryAfter = null;
  readonly hasEarlier = false;
  readonly id: string;
  #timer = 0;

  /** Resumes at the stored ply. `name` is the learner's. */
  constructor(
    readonly lesson: Lesson,
    readonly name: string,
  ) {
    this.id = `lesson-${lesson.game}`;
    const ply = Math.min(recallLesson(lesson.game)?.ply ?? 0, lengthOf(lesson));
    this.events = lesson.frames.slice(1, ply + 1).map((_, at) => this.#eventAt(at + 1));
    this.#stand(ply);
  }

  get number(): number {
    return this.update?.number ?? 0;
  }

  send(command: Command): void {
    if (command.type === "move" && command.action === nextIn(this.lesson, this.number)) this.#go();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  views(count: number): Promise<Views> {
    const views = this.lesson.frames.slice(0, this.number + 1).map(({ view }) => view);
    return Promise.resolve({ number: this.number, views: views.slice(-count) });
  }

  said = [];
  readonly pointed = null;
  say(): void {}
  look(): void {}
  gesture(): void {}
  loadTalk = async (): Promise<void> => {};
  loadEarlier = async (): Promise<void> => {};
  loadAll = async (): Promise<void> => {};
  watchSeat(): void {}
  wantDrawing(): void {}
  reconnect(): void {}

  /** Takes the next action. */
  #go(): void {
    const ply = this.number + 1;
    this.events = [...this.events, this.#eventAt(ply)];
    this.#stand(ply);
  }

  #stand(ply: number): void {
    const { lesson } = this;
    const view = lesson.frames[ply]?.view ?? null;
    const isDone = ply >= lengthOf(lesson);
    const was = recallLesson(lesson.game);
    storeLesson(lesson.game, { ply: isDone ? 0 : ply, isDone: isDone || (was?.isDone ?? false) });
    this.update = {
      type: "update",
      protocol: 2,
      number: ply,
      events: [],
      table: this.#table,
      presence: { seats: [lesson.seat], watching: 0, screens: 0 },
      clock: null,
      you: {
        seats: [lesson.seat],
        watched_seat: lesson.seat,
        is_owner: true,
        invitation: null,
        code: null,
        may_sit: [],
        may_ask: [],
        can_undo: false,
        undo_is_practice: false,
        level: null,
      },
      view,
    };
    if (!isDone && view?.to_move !== lesson.seat) this.#timer = window.setTimeout(() => this.#go(), PACE);
  }

  #eventAt(ply: number): TableEvent {
    const seat = this.lesson.frames[ply - 1]?.view.to_move ?? null;
    const { action = "", lines = [] } = this.lesson.frames[ply] ?? {};
    return { number: ply, at: 0, kind: "moved", seat, text: action, lines };
  }

  get #table(): Table {
    const { game, seat, frames } = this.lesson;
    const seats = Array.from({ length: frames[0]?.view.players ?? 0 }, (_, number): SeatInfo => {
      const isLearner = number === seat;
      return {
        name: isLearner ? this.name : "",
        level: isLearner ? null : "apprentice",
        character: characterAt(number),
        is_taken: isLearner,
        is_ready: true,
        is_local: false,
        has_lost: false,
        is_kept: false,
        kept_until: null,
        is_offered: false,
        holders: [],
        salt: null,
        declined_by: "",
      };
    });
    return {
      id: this.id,
      game,
      options: frames[0]?.view.options ?? {},
      status: "playing",
      is_public: false,
      has_talk: false,
      owner: seat,
      turned: 0,
      seats,
      clock: { kind: "none" },
      at_zero: "house",
      substitute: "apprentice",
      commitment: "",
      terms: "",
      stop_wanted_by: [],
      undo_wanted: null,
      guest: null,
      is_practice: false,
      opening: null,
      outcome: null,
      proof: null,
      rematch: "",
    };
  }
}
