// The link to the server.
export * from "./client";
export * from "./live.svelte";
export type * from "./types";
