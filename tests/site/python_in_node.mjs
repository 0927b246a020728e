// What a program says in Pyodide: node python_in_node.mjs PYODIDE ARCHIVE PROGRAM.py WANTED FILE...; see views.py and
// decisions.py. The files are modules of games, GAME.wasm, and networks, GAME-PLAYERS.weights, before the games.
// Python is started twice, the second time from the memory of the first.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { GameModule } from "../../src/estaminet/site/module.mjs";
import { addModule, addWeights, startPython, takeSnapshot } from "../../src/estaminet/site/python.mjs";

// Pyodide's own source in the message of an error would hide what is wrong.
process.on("uncaughtException", (error) => {
  console.error(String(error?.message ?? error));
  process.exit(1);
});
const [, , folder, file, program, wanted, ...files] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
globalThis.fetch = () => {
  throw new Error("nothing is fetched");
};
const archive = new Uint8Array(readFileSync(file));
const first = await startPython(loadPyodide, { indexURL: folder }, archive);
const python = await startPython(loadPyodide, { indexURL: folder }, archive, takeSnapshot(first));
python.FS.writeFile("/house/program.py", readFileSync(program, "utf8"));
for (const path of files) {
  const [name, kind] = basename(path).split(".");
  const bytes = new Uint8Array(readFileSync(path));
  if (kind === "weights") {
    const [game, players] = name.split("-");
    addWeights(python, game, Number(players), bytes);
    continue;
  }
  addModule(python, name, await GameModule.load(bytes));
  python.globals.set("wanted", JSON.stringify({ ...JSON.parse(wanted), name }));
  console.log(name, python.runPython("import program; program.answer(wanted)"));
}
console.log(python.runPython("import sys; [each for each in ('numba', 'llvmlite', 'platformdirs') if each in sys.modules]").length);
