// Minutes of the day, as a field for a time writes them.
export const DAY_MINUTES = 24 * 60;

export const toTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Null if nothing, or half of it, has been typed. */
export function toMinutes(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return hours && minutes ? (Number(hours) * 60 + Number(minutes)) % DAY_MINUTES : null;
}
