// The components that all screens share.
export { default as Button } from "./Button.svelte";
export { default as CopyField } from "./CopyField.svelte";
export { default as Dialog } from "./Dialog.svelte";
export { default as Icon, type IconName } from "./Icon.svelte";
export { default as Panel } from "./Panel.svelte";
export { default as QrCode } from "./QrCode.svelte";
