// Starts Python as a page does and runs a program in it: node house.mjs KIT PROGRAM.py WANTED FILE...; see house.py.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";

const [, , kit, program, wanted, ...files] = process.argv;
const load = (name) => import(pathToFileURL(`${kit}/${name}`));
const [{ loadPyodide }, { GameModule }, { addModule, addWeights, startPython, takeSnapshot }] = await Promise.all(
  ["pyodide/pyodide.mjs", "module.mjs", "python.mjs"].map(load),
);
const archive = new Uint8Array(readFileSync(`${kit}/house.zip`));
const settings = { indexURL: `${kit}/pyodide` };

/** Milliseconds of this process's own time that some work takes. */
async function time(work) {
  const begin = process.cpuUsage().user;
  const found = await work();
  return [found, Math.round((process.cpuUsage().user - begin) / 1000)];
}

const [first, cold] = await time(() => startPython(loadPyodide, settings, archive));
const snapshot = takeSnapshot(first);
const [python, warm] = await time(() => startPython(loadPyodide, settings, archive, snapshot));
console.log(`start: ${cold} ms, from its memory ${warm} ms; memory ${snapshot.length} bytes`);
python.FS.writeFile("/house/measured.py", readFileSync(program, "utf8"));
for (const path of files) {
  const [name, kind] = basename(path).split(".");
  const bytes = new Uint8Array(readFileSync(path));
  if (kind === "wasm") addModule(python, name, await GameModule.load(bytes));
  if (kind === "weights") addWeights(python, ...name.split("-").map((part) => (part > 0 ? Number(part) : part)), bytes);
}
python.globals.set("wanted", wanted);
console.log(python.runPython("import measured; measured.answer(wanted)"));
