// On a line that asks for changes, the server leaves out of a later update what is as it was in the one before.
import type { Update } from "./types";

/** The whole update, from what came and the one before. */
export function complete(news: Update, old: Update | null): Update {
  const view = news.view && { ...old?.view, ...news.view, board: { ...old?.view?.board, ...news.view.board } };
  return { ...old, answers: [], ...news, view };
}
