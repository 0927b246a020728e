// Digests of views in Pyodide: node python_in_node.mjs PYODIDE ARCHIVE VIEWS.py WANTED GAME=MODULE...; see views.py.
// Python is started twice, the second time from the memory of the first.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { GameModule } from "../../src/estaminet/site/module.mjs";
import { addModule, startPython, takeSnapshot } from "../../src/estaminet/site/python.mjs";

// Pyodide's own source in the message of an error would hide what is wrong.
process.on("uncaughtException", (error) => {
  console.error(String(error?.message ?? error));
  process.exit(1);
});
const [, , folder, file, views, wanted, ...games] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
globalThis.fetch = () => {
  throw new Error("nothing is fetched");
};
const archive = new Uint8Array(readFileSync(file));
const first = await startPython(loadPyodide, { indexURL: folder }, archive);
const python = await startPython(loadPyodide, { indexURL: folder }, archive, takeSnapshot(first));
python.FS.writeFile("/house/views.py", readFileSync(views, "utf8"));
for (const given of games) {
  const [name, path] = given.split("=");
  addModule(python, name, await GameModule.load(readFileSync(path)));
  python.globals.set("wanted", JSON.stringify({ ...JSON.parse(wanted), name }));
  console.log(name, python.runPython("import views; views.answer(wanted)"));
}
console.log(python.runPython("import sys; [each for each in ('numba', 'llvmlite', 'platformdirs') if each in sys.modules]").length);
