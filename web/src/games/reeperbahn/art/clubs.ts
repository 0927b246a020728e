// The two clubs. Their names say the shape of their owner's mark: a triangle and a square.
export const CLUBS: readonly string[] = ["DELTA", "CARRÉ"];
