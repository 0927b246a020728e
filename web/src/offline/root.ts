// Where the house is: every file of the page is in a folder beside it. Not always at the top of a site.
const here = import.meta.url;

export const ROOT = import.meta.env.PROD ? new URL("..", here).href : `${location.origin}/`;
