import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { makePython } from "./python.ts";

const PAGES = "../src/estaminet/server/pages";
/** Folders beside the page's own files: what `make wasm` has made, and what it was made of. */
const KIT = /^(device|pyodide)(\/|$)/;

/** All files of the page, in one order. */
function list(): string[] {
  const found = readdirSync(PAGES, { recursive: true, withFileTypes: true });
  return found
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(join(PAGES, "/").length))
    .filter((file) => !KIT.test(file))
    .sort();
}

/** Deletes the page that was built before. */
function clear(): void {
  if (!existsSync(PAGES)) return;
  for (const name of readdirSync(PAGES).filter((each) => !KIT.test(each)))
    rmSync(join(PAGES, name), { recursive: true });
}

/** Packs files once and for all, beside what they are: the server sends them as they lie there. The page itself it fills in. */
function pack(): void {
  for (const file of list().filter((each) => /\.(js|css|svg|webmanifest)$/.test(each))) {
    const data = readFileSync(join(PAGES, file));
    writeFileSync(join(PAGES, `${file}.br`), brotliCompressSync(data));
    writeFileSync(join(PAGES, `${file}.gz`), gzipSync(data, { level: 9 }));
  }
}

/** Builds the worker after the page, which it must know file by file: when one of them changes, so does the worker. */
function worker(): Plugin {
  return {
    name: "worker",
    apply: "build",
    buildStart: clear,
    async closeBundle() {
      const files = list();
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
      pack();
      await makePython(join(PAGES, "pyodide"));
    },
  };
}

const server = process.env.ESTAMINET_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), worker()],
  base: "./", // the server says where that is
  build: {
    outDir: PAGES,
    emptyOutDir: false, // `clear` does it
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  worker: { format: "es" },
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
