import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env.ESTAMINET_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  base: "./", // the server says where that is
  build: {
    outDir: "../src/estaminet/table/pages",
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
