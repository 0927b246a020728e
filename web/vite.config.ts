import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, type Plugin } from "vite";
import { defineConfig } from "vitest/config";

const PAGES = "../src/estaminet/server/pages";

/** Builds the worker after the page, which it must know file by file: when one of them changes, so does the worker. */
function worker(): Plugin {
  return {
    name: "worker",
    apply: "build",
    async closeBundle() {
      const found = readdirSync(PAGES, { recursive: true, withFileTypes: true }).filter((each) =>
        each.isFile(),
      );
      const files = found
        .map((each) => join(each.parentPath, each.name).slice(join(PAGES, "/").length))
        .sort();
      const version = createHash("sha256");
      for (const file of files) version.update(file).update(readFileSync(join(PAGES, file)));
      await build({
        configFile: false,
        logLevel: "warn",
        publicDir: false,
        define: {
          FILES: JSON.stringify(files.filter((file) => file !== "index.html")),
          VERSION: JSON.stringify(version.digest("hex").slice(0, 12)),
        },
        build: {
          outDir: PAGES,
          emptyOutDir: false,
          target: "es2022",
          lib: {
            entry: "src/worker/worker.ts",
            formats: ["iife"],
            name: "worker",
            fileName: () => "worker.js",
          },
        },
      });
    },
  };
}

const server = process.env.ESTAMINET_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), worker()],
  base: "./", // the server says where that is
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
    setupFiles: ["test/setup.ts"],
  },
});
