// Below which path of its site this house is: empty, or "/games". The server writes it into the page.
export const base = (document.documentElement.dataset.base ?? "").replace(/^\.|\/$/g, "");
/** The whole address of the house, with a slash at its end. */
export const ROOT = `${location.origin}${base}/`;
