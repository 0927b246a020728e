// Where the page is. Addresses are plain paths; the server answers all of them with this page.
import { updates } from "./offline/updates.svelte";

class Navigation {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
    document.addEventListener("click", (event) => {
      const link = (event.target as Element).closest?.("a");
      if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      if (link.pathname === location.pathname && link.hash) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(address: string): void {
    if (updates.isThere) {
      location.assign(address); // nobody is disturbed now: the next screen is that of the new page
      return;
    }
    history.pushState(null, "", address);
    this.path = location.pathname;
    scrollTo(0, 0);
  }
}

export const navigation = new Navigation();
