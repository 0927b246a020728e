// Where others find this page. Whoever sits at the server itself sees it under an address that only their own device has.
import { base } from "./base";
import { me } from "./me.svelte";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** A name that the house announces in its network: not every phone finds it. */
const ANNOUNCED = /\.local$/;

/** An address of this house that can be sent to somebody, and who can open it. */
export function shareable(path: string): { link: string; reach: "anybody" | "network" | "device" } {
  const { hostname, origin } = location;
  const isAnnounced = ANNOUNCED.test(hostname);
  if (!LOOPBACK.test(hostname) && !isAnnounced) return { link: origin + base + path, reach: "anybody" };
  const other = me.addresses[0];
  if (other) return { link: other + path, reach: "network" };
  return { link: origin + base + path, reach: isAnnounced ? "network" : "device" };
}
