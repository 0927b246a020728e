import { mount } from "svelte";
import App from "./App.svelte";
import { ROOT } from "./base";
import "./design/tokens.css";
import "./design/page.css";
import { startWorker } from "./offline/start";
import { settings } from "./settings.svelte";

// The house has a newer page: what this one would load is gone. Not right after loading it, nor while nobody answers.
const FRESH = 10_000;
addEventListener("vite:preloadError", () => {
  if (performance.now() < FRESH) return;
  fetch(ROOT).then(
    ({ ok }) => ok && location.reload(),
    () => {},
  );
});

settings.apply();
const house = document.getElementById("house");
if (house) mount(App, { target: house });
void startWorker();
