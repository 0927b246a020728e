// Where the page is. Addresses are plain paths in this house; the server answers all of them with this page.
import { base } from "./address";
import { updates } from "./offline/updates.svelte";

const pathHere = () => location.pathname.slice(base.length) || "/";

class Navigation {
  path = $state(pathHere());

  constructor() {
    addEventListener("popstate", () => (this.path = pathHere()));
    document.addEventListener("click", (event) => {
      const link = (event.target as Element).closest?.("a");
      if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (!`${link.pathname}/`.startsWith(`${base}/`)) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      if (link.pathname === location.pathname && link.hash) return;
      event.preventDefault();
      this.go(link.pathname.slice(base.length) + link.search + link.hash);
    });
  }

  go(address: string): void {
    if (updates.isThere) {
      location.assign(base + address); // nobody is disturbed now: the next screen is that of the new page
      return;
    }
    history.pushState(null, "", base + address);
    this.path = pathHere();
    scrollTo(0, 0);
  }
}

export const navigation = new Navigation();
