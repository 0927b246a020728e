// Where this house is, and where others find it.

const { dataset } = document.documentElement;

/** Whether a server is behind this page. Without one the whole house is on this device. */
export const hasServer = dataset["house"] !== "device";

/** Below which path of its site it is: empty, or "/games". The server writes it into the page. */
const below = (dataset["base"] ?? "").replace(/^\.|\/$/g, "");

/** The whole address of the house, with a slash at its end: its files are below it. */
export const ROOT = hasServer ? `${location.origin}${below}/` : new URL(".", location.href).href;

/** What stands before an address of the page: no host of files answers all of them, so there they come after a #. */
export const base = hasServer ? below : "#";

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
