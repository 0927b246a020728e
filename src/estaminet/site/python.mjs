// The house's own Python in Pyodide, and the modules of games that it calls; in a page, a worker or Node.js.

const FOLDER = "/house";
const COMPILER = "estaminet.engine.jit.compiler";
const IMPORT = `
import sys
sys.path.insert(0, "${FOLDER}")
import estaminet
for name in estaminet.games():
    estaminet.game(name)
`;

/**
 * Python in which `import estaminet` works, all games loaded. `loadPyodide` and `settings` are Pyodide's: where its files
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

/** Let Python call a game's module, a `GameModule`. */
export function addModule(python, name, module) {
  let room = module.array("uint8", [1 << 12]);

  /** Where so many bytes have room. */
  function findRoom(bytes) {
    if (bytes > room.size) room = module.array("uint8", [2 * bytes]);
    return room.address;
  }

  /** Call a function on arrays of Python: their bytes lie behind each other, from this address on. */
  function call(what, bytes, address, ...numbers) {
    const shared = bytes.getBuffer("u8");
    try {
      new Uint8Array(module.memory).set(shared.data, address);
      const found = module.code[what](...numbers);
      shared.data.set(new Uint8Array(module.memory, address, shared.data.length));
      return found;
    } finally {
      shared.release();
    }
  }

  const compiler = python.pyimport(COMPILER);
  compiler.add_module(name, call, findRoom);
  compiler.destroy();
}
