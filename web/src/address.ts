// Where this house is, and where others find it.

/** Below which path of its site it is: empty, or "/games". The server writes it into the page. */
export const base = (document.documentElement.dataset.base ?? "").replace(/^\.|\/$/g, "");
/** The whole address of the house, with a slash at its end. */
export const ROOT = `${location.origin}${base}/`;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** A name that the house announces in its network: not every phone finds it. */
const ANNOUNCED = /\.local$/;

/**
 * An address of this house that can be sent to somebody, and who can open it. Whoever sits at the server itself sees it
 * under an address that only their own device has; `other` is one under which other devices reach it.
 */
export function shareable(
  path: string,
  other: string | undefined,
): { link: string; reach: "anybody" | "network" | "device" } {
  const { hostname, origin } = location;
  const isAnnounced = ANNOUNCED.test(hostname);
  if (!LOOPBACK.test(hostname) && !isAnnounced) return { link: origin + base + path, reach: "anybody" };
  if (other) return { link: other + path, reach: "network" };
  return { link: origin + base + path, reach: isAnnounced ? "network" : "device" };
}
