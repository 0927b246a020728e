// Has this browser take reminders also while no page of the house is open; and minutes of the day, as a field for a
// time writes them.
import { ROOT } from "../address";
import type { ChannelPlan } from "../wire";

export const canSubscribe = (): boolean =>
  isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** What the server needs to reach this browser; null if the person does not let us. Must follow on a click. */
export async function subscribe(key: string): Promise<ChannelPlan | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(`${ROOT}worker.js`);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for the key of another house
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys } = subscription.toJSON();
  return { kind: "push", endpoint, p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" };
}

export async function unsubscribe(): Promise<void> {
  if (!canSubscribe()) return;
  const registration = await navigator.serviceWorker.getRegistration(ROOT);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

export const toTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Null if nothing, or half of it, has been typed. */
export function toMinutes(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return hours && minutes ? (Number(hours) * 60 + Number(minutes)) % (24 * 60) : null;
}
