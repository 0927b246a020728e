import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, type Plugin } from "vite";
import { defineConfig } from "vitest/config";

const PAGES = "../src/estaminet/table/pages";

/** Builds the worker beside the page, in one file of a name that stays. */
function worker(): Plugin {
  const lib = {
    entry: "src/worker/worker.ts",
    formats: ["iife" as const],
    name: "worker",
    fileName: () => "worker.js",
  };
  const options = { outDir: PAGES, emptyOutDir: false, target: "es2022", lib };
  return {
    name: "worker",
    apply: "build",
    closeBundle: async () =>
      void (await build({ configFile: false, logLevel: "warn", publicDir: false, build: options })),
  };
}

const server = process.env.ESTAMINET_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), worker()],
  build: {
    outDir: PAGES,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  // Under test Svelte is the one of the browser, where state reacts.
  ...(process.env.VITEST ? { resolve: { conditions: ["browser"] } } : {}),
  test: {
    include: ["src/**/*.test.ts"],
    environment: "happy-dom",
    isolate: false,
    setupFiles: ["src/afterEachTest.ts"],
  },
});
