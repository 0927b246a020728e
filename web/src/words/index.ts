// What the page says, in the language that is spoken now.
export * from "./explain";
export * from "./language.svelte";
