// The house's own Python in Pyodide, and the modules of games that it calls; in a page, a worker or Node.js.

import { settle } from "./module.mjs";

const FOLDER = "/house";
const COMPILER = "estaminet.engine.jit.compiler";
const WEIGHTS = "estaminet.players.networks.weights";
/** Bytes of Python's memory for a game's module: constants, calls, and what a function needs until it returns. */
const ROOM = 1 << 20;
const IMPORT = `
import importlib, pkgutil, sys
sys.path.insert(0, "${FOLDER}")
import estaminet
for module in pkgutil.walk_packages(estaminet.__path__, "estaminet."):
    importlib.import_module(module.name)
for name in estaminet.games():
    estaminet.game(name)
`;

/**
 * Python in which all of the house is loaded. `loadPyodide` and `settings` are Pyodide's: where its files
 * lie, `settings.indexURL` says. `archive` is what `estaminet.site.bundle` makes; `snapshot`, if there is one, what
 * `takeSnapshot` gave for the same archive and the same Pyodide: then it takes a tenth of the time.
 */
export async function startPython(loadPyodide, settings, archive, snapshot) {
  const python = await loadPyodide({ ...settings, ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }) });
  python.unpackArchive(archive, "zip", { extractDir: FOLDER }); // files are in no snapshot
  if (!snapshot) python.runPython(IMPORT);
  return python;
}

/** The memory of a Python that was just started, 30 MB: nothing outside may have been handed to it yet. */
export function takeSnapshot(python) {
  return python.makeMemorySnapshot();
}

/**
 * Let Python call a game's module, a `GameModule`: its functions work in the memory of Python itself, so that its
 * arrays are theirs and nothing is copied.
 */
export function addModule(python, name, module) {
  const { memory, _malloc: take } = python._module;
  const place = take(ROOM);
  const { code, recover } = settle(module.compiled, memory, place, place + ROOM);
  const compiler = python.pyimport(COMPILER);
  compiler.add_module(name, code, recover);
  compiler.destroy();
}

/** Let house players use a network, from the bytes of its file. */
export function addWeights(python, name, players, bytes) {
  const weights = python.pyimport(WEIGHTS);
  weights.add_weights(name, players, bytes);
  weights.destroy();
}
