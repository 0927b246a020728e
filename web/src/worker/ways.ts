// What the worker does with what the page asks for, and what it puts aside. Nothing private: no table, no person, no link.

/** Finished games. The number changes when an old replay could not be shown any more. */
export const RECORDS = "estaminet-records-1";
export const SHELL = "estaminet-shell-";
export const HOUSE = "estaminet-house-";

/** The header of what was put aside that says when. */
export const SAVED = "X-Saved";

/** How many answers are put aside with finished games, and how long they may be together. */
export const MOST = 80;
export const MOST_BYTES = 30_000_000;

/** Its file, or its folder, is named by its content; the page itself; public words of the house; a finished game; all else. */
export type Way = "file" | "page" | "house" | "record" | "replay" | "network";

export const isRecordPath = (path: string): boolean => /^api\/tables\/[\w-]+\/record$/.test(path);

/** `path` is that of the address below the house, without what follows a question mark. */
export function wayOf(method: string, path: string, isNavigation: boolean): Way {
  if (method === "POST") return path === "api/replay" ? "replay" : "network";
  if (method !== "GET") return "network";
  if (path === "device/index.json") return "house";
  if (/^(assets|device)\//.test(path)) return "file";
  if (isRecordPath(path)) return "record";
  if (/^api\/games\/[\w-]+(\/lesson)?$/.test(path) || /^(icon|manifest)[\w.-]*$/.test(path)) return "house";
  const isPage = isNavigation && !path.startsWith("api/") && !path.split("/").at(-1)?.includes(".");
  return isPage ? "page" : "network";
}

export interface Saved {
  key: string;
  /** When it was put aside. */
  at: number;
  bytes: number;
}

/** What has to go, the oldest first, so that the rest is not too much. */
export function excess(saved: readonly Saved[], most = MOST, mostBytes = MOST_BYTES): string[] {
  const latestFirst = [...saved].sort((one, other) => other.at - one.at);
  let bytes = 0;
  return latestFirst.flatMap((each, index) => {
    bytes += each.bytes;
    return index >= most || bytes > mostBytes ? each.key : [];
  });
}

/** The files that a page names. */
export const filesNamed = (page: string): string[] => page.match(/assets\/[\w.-]+/g) ?? [];
