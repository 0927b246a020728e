// A second place to point at something: see table/touch.svelte.
export { reach } from "../../table/touch.svelte";
