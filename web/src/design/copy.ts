// The clipboard.

/**
 * Copies a text to the clipboard. Browsers disable the clipboard API over plain HTTP, and some refuse it; the
 * fallback selects the text and copies it as a person would.
 */
export async function copyText(text: string): Promise<void> {
  // Missing on plain HTTP, whatever the types say.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (clipboard) return await clipboard.writeText(text);
  } catch {
    // fall back
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.style.cssText = "position: fixed; opacity: 0";
  const focused = document.activeElement;
  (document.querySelector("dialog[open]") ?? document.body).append(field); // no selection behind a dialog
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error("nothing was copied");
}
