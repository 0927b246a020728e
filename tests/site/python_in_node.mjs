// Digests of views in Pyodide: node python_in_node.mjs PYODIDE ARCHIVE VIEWS.py COUNT GAME=MODULE...; see views.py.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { GameModule } from "../../src/estaminet/site/module.mjs";
import { addModule, startPython } from "../../src/estaminet/site/python.mjs";

// Pyodide's own source in the message of an error would hide what is wrong.
process.on("uncaughtException", (error) => {
  console.error(String(error?.message ?? error));
  process.exit(1);
});
const [, , folder, archive, views, asked, ...games] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
globalThis.fetch = () => { throw new Error("nothing is fetched"); };
const python = await startPython(loadPyodide, { indexURL: folder }, new Uint8Array(readFileSync(archive)));
python.FS.writeFile("/house/views.py", readFileSync(views, "utf8"));
for (const given of games) {
  const [name, file] = given.split("=");
  addModule(python, name, await GameModule.load(readFileSync(file)));
  const { options, count } = JSON.parse(asked);
  python.globals.set("asked", JSON.stringify([name, options[name], count]));
  console.log(name, python.runPython("import json, views, estaminet; name, options, count = json.loads(asked); views.digest(estaminet.game(name), options, count)"));
}
const standIns = python.runPython("import sys; ' '.join(sorted(each for each in sys.modules if each.split('.')[0] in ('numba', 'llvmlite', 'platformdirs')))");
console.log("compilers", standIns);
