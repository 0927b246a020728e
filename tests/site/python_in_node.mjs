// What programs say in Pyodide: node python_in_node.mjs PYODIDE ARCHIVE PROGRAMS FILE...; see views.py and decisions.py.
// PROGRAMS is JSON: of each its path and what is wanted of it. The files are modules of games, GAME.wasm, and networks,
// GAME-PLAYERS.weights. Every program answers for one game after the other.
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
const [, , folder, file, programs, ...files] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
globalThis.fetch = () => {
  throw new Error("nothing is fetched");
};
const archive = new Uint8Array(readFileSync(file));
const first = await startPython(loadPyodide, { indexURL: folder }, archive);
const python = await startPython(loadPyodide, { indexURL: folder }, archive, takeSnapshot(first));
const games = [];
for (const path of files) {
  const [name, kind] = basename(path).split(".");
  const bytes = new Uint8Array(readFileSync(path));
  if (kind === "weights") {
    const [game, players] = name.split("-");
    addWeights(python, game, Number(players), bytes);
    continue;
  }
  addModule(python, name, await GameModule.load(bytes));
  games.push(name);
}
for (const [number, [program, wanted]] of JSON.parse(programs).entries()) {
  python.FS.writeFile(`/house/program_${number}.py`, readFileSync(program, "utf8"));
  for (const name of games) {
    python.globals.set("wanted", JSON.stringify({ ...wanted, name }));
    console.log(name, python.runPython(`import program_${number}; program_${number}.answer(wanted)`));
  }
}
console.log(python.runPython("import sys; [each for each in ('numba', 'llvmlite', 'platformdirs') if each in sys.modules]").length);
