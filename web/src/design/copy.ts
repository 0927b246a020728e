// The clipboard.

/**
 * Puts a text where it can be pasted. Browsers hide their own way from pages that came over plain HTTP, and some refuse
 * it: there the text is selected and copied as a person would do it.
 */
export async function copyText(text: string): Promise<void> {
  // Missing on plain HTTP, whatever the types say.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (clipboard) return await clipboard.writeText(text);
  } catch {
    // the other way
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.style.cssText = "position: fixed; opacity: 0";
  const focused = document.activeElement;
  (document.querySelector("dialog[open]") ?? document.body).append(field); // behind a dialog nothing can be selected
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error("nothing was copied");
}
