// Where others find this page. Whoever sits at the server itself sees it under an address that only their own device has.
import { base } from "./base";
import { me } from "./me.svelte";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** An address of this house that can be sent to somebody, and who can open it. */
export function shareable(path: string): { link: string; reach: "anybody" | "network" | "device" } {
  if (!LOOPBACK.test(location.hostname)) return { link: location.origin + base + path, reach: "anybody" };
  const other = me.addresses[0];
  return other
    ? { link: other + path, reach: "network" }
    : { link: location.origin + base + path, reach: "device" };
}
