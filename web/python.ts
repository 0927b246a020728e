// Python for the page, made when the page is built: Pyodide's own files, and the standard library compiled.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide } from "pyodide";

const PYODIDE = "node_modules/pyodide";
const FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];
const LIBRARY = "python_stdlib.zip";
const PACKAGES = "pyodide-lock.json";
const PROGRAM = "library.py";
const RESULT = "library.zip";
const STAMP = "made-of";

const licence = (
  version: string,
) => `Pyodide ${version}: Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/
Its source: https://github.com/pyodide/pyodide/tree/${version}
Python's standard library, in ${RESULT} or ${LIBRARY}: Python Software Foundation License,
https://docs.python.org/3/license.html
Its source: https://github.com/python/cpython
`;

/** Puts it into a folder, unless it is there: another Pyodide takes the place of the one before, and of all beside it. */
export async function makePython(folder: string): Promise<void> {
  const stamp = createHash("sha256");
  for (const file of [...FILES, LIBRARY, PACKAGES]) stamp.update(readFileSync(join(PYODIDE, file)));
  const madeOf = stamp.update(readFileSync(PROGRAM)).digest("hex");
  if (existsSync(join(folder, STAMP)) && readFileSync(join(folder, STAMP), "utf8") === madeOf) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) cpSync(join(PYODIDE, file), join(folder, file));
  const { info } = JSON.parse(readFileSync(join(PYODIDE, PACKAGES), "utf8")) as { info: object };
  writeFileSync(join(folder, PACKAGES), JSON.stringify({ info, packages: {} })); // all that a page needs is here
  const python = await loadPyodide({ indexURL: PYODIDE });
  python.runPython(readFileSync(PROGRAM, "utf8"));
  writeFileSync(join(folder, RESULT), python.FS.readFile(`/${RESULT}`) as Uint8Array);
  writeFileSync(join(folder, "LICENSE.txt"), licence(python.version));
  writeFileSync(join(folder, STAMP), madeOf);
}
