import { mount } from "svelte";
import App from "./App.svelte";
import "./design/tokens.css";
import "./design/page.css";
import { settings } from "./settings.svelte";

settings.apply();
const house = document.getElementById("house");
if (house) mount(App, { target: house });
