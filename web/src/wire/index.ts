// How the page talks with the server.
export * from "./client";
export * from "./live.svelte";
export type * from "./types";
