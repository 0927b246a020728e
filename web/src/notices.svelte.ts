// Messages of the browser: "your turn", while the page is out of sight. Only for whoever asked for them, on this device.
import { base } from "./base";

const STORED = "estaminet.notices";

class Notices {
  /** Whether this browser can send messages at all: over plain HTTP it cannot. */
  readonly isPossible = isSecureContext && "Notification" in window;
  isWanted = $state(localStorage.getItem(STORED) === "yes");
  isRefused = $state(false);

  constructor() {
    if (this.isWanted && (!this.isPossible || Notification.permission !== "granted")) this.isWanted = false;
  }

  /** Turn them on or off. Asks the browser, and so must follow on a click. */
  async want(isWanted: boolean): Promise<void> {
    this.isWanted = isWanted && (await Notification.requestPermission()) === "granted";
    this.isRefused = isWanted && !this.isWanted;
    localStorage.setItem(STORED, this.isWanted ? "yes" : "no");
  }

  /** Say something, if that is wanted and nobody looks. What takes it back is returned. */
  say(title: string, text: string): (() => void) | undefined {
    if (!this.isWanted || !document.hidden) return undefined;
    try {
      const notice = new Notification(title, {
        body: text,
        icon: `${base}/icon-turn.svg`,
        tag: location.pathname,
      });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
      return () => notice.close();
    } catch {
      return undefined; // some phones know the word and not the thing
    }
  }
}

export const notices = new Notices();
