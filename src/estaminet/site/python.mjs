// The house's own Python in Pyodide, and the modules of games that it calls; in a page, a worker or Node.js.

const FOLDER = "/house";

/**
 * Python with the archive of `estaminet.site.bundle`: `import estaminet` works in it.
 * `loadPyodide` and `settings` are Pyodide's; where its files lie, `settings.indexURL` says.
 */
export async function startPython(loadPyodide, settings, archive) {
  const python = await loadPyodide(settings);
  python.unpackArchive(archive, "zip", { extractDir: FOLDER });
  python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(FOLDER)})`);
  return python;
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
  function call(function_, bytes, address, ...numbers) {
    const shared = bytes.getBuffer("u8");
    try {
      new Uint8Array(module.memory).set(shared.data, address);
      const found = module.code[function_](...numbers);
      shared.data.set(new Uint8Array(module.memory, address, shared.data.length));
      return found;
    } finally {
      shared.release();
    }
  }

  const compiler = python.pyimport("estaminet.engine.jit.compiler");
  compiler.add_module(name, call, findRoom);
  compiler.destroy();
}
