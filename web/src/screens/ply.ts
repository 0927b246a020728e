// After how many actions a finished game is to be opened: `/replay/TABLE#12`.
export const plyAsked = (): number => Number.parseInt(location.hash.slice(1), 10) || 0;
