// Shows what the house sends while no page of it may be open; a touch opens the table.

/** What the house says, as the server writes it. */
interface Message {
  title: string;
  text: string;
  link: string;
  tag: string;
  language: string;
}

export function receivePush(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => event.waitUntil(show(worker, event)));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(worker, String(event.notification.data)));
  });
  worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(worker, event)));
}

async function show({ registration }: ServiceWorkerGlobalScope, { data }: PushEvent): Promise<void> {
  if (!data) return;
  const { title, text, link, tag, language } = data.json() as Message;
  await registration.showNotification(title, {
    body: text,
    data: link,
    tag,
    lang: language,
    icon: `${registration.scope}icon-turn.svg`,
  });
}

/** The browser has got another address: the house must know, or nothing comes any more. */
async function renew(
  { registration }: ServiceWorkerGlobalScope,
  { newSubscription, oldSubscription }: PushSubscriptionChangeEvent,
): Promise<void> {
  const { endpoint = "", keys } = (
    newSubscription ??
    (await registration.pushManager.subscribe(oldSubscription?.options as PushSubscriptionOptionsInit))
  ).toJSON();
  const plan = { kind: "push", endpoint, p256dh: keys?.["p256dh"], auth: keys?.["auth"] };
  const headers = { "Content-Type": "application/json" };
  await fetch(`${registration.scope}api/me/reminders/channels`, {
    method: "POST",
    headers,
    body: JSON.stringify(plan),
  });
}

/** Bring the page of the table to the front, or open it. Links lead nowhere but to this house. */
async function open({ clients, location }: ServiceWorkerGlobalScope, link: string): Promise<void> {
  const target = new URL(link, location.origin);
  const address = location.origin + target.pathname;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === target.pathname);
  await (page ? page.focus() : clients.openWindow(address));
}
