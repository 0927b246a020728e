// Where the page is. Addresses are plain paths in this house, and the server answers all of them with this page; without
// a server they come after the #.
import { base, hasServer } from "./address";
import { updates } from "./offline/updates.svelte";

/** The address in this house that an address of the web leads to; null if it leads elsewhere. */
function addressIn({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">) {
  if (!hasServer) return hash.startsWith("#/") ? hash.slice(1) : null;
  return `${pathname}/`.startsWith(`${base}/`) ? pathname.slice(base.length) + search + hash : null;
}

const read = (): URL => new URL(addressIn(location) || "/", location.origin);

class Navigation {
  #here = $state.raw(read());
  path = $derived.by(() => this.#here.pathname);
  /** What follows a #: where on a screen somebody wants to be. */
  anchor = $derived.by(() => this.#here.hash.slice(1));

  constructor() {
    // An address as it has to be without a server, in a shortcut for instance, is understood with one, too.
    if (hasServer && location.hash.startsWith("#/")) {
      history.replaceState(null, "", base + location.hash.slice(1));
      this.#here = read();
    }
    addEventListener("popstate", () => (this.#here = read()));
    document.addEventListener("click", (event) => {
      const link = (event.target as Element).closest?.("a");
      if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      const address = addressIn(link);
      if (address === null || (hasServer && link.pathname === location.pathname && link.hash)) return;
      event.preventDefault();
      this.go(address);
    });
  }

  /** What follows a question mark in the address. */
  asked(name: string): string {
    return this.#here.searchParams.get(name) ?? "";
  }

  go(address: string): void {
    history.pushState(null, "", base + address);
    if (updates.isThere) {
      location.reload(); // nobody is disturbed now: the next screen is that of the new page
      return;
    }
    this.#here = read();
    scrollTo(0, 0);
  }

  /** Says in the address where on this screen somebody is: for a reload, and for whoever it is sent to. */
  mark(anchor: string): void {
    const { pathname, search } = this.#here;
    history.replaceState(null, "", base + pathname + search + (anchor && `#${anchor}`));
  }
}

export const navigation = new Navigation();
