// What of Python's library cannot be imported in a page: node library_in_node.mjs PYODIDE; then how many modules can.
import { pathToFileURL } from "node:url";

const [, , folder] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
globalThis.fetch = () => {
  throw new Error("nothing is fetched");
};
const python = await loadPyodide({ indexURL: folder });
console.log(
  python.runPython(`
import importlib, sys, zipfile
paths = [each for each in zipfile.ZipFile("/lib/python314.zip").namelist() if each.endswith(".pyc")]
said, found = [], 0
for path in paths:
    try:
        importlib.import_module(path.removesuffix(".pyc").removesuffix("/__init__").replace("/", "."))
        found += 1
    except Exception as error:
        said.append(f"{path}: {error!r}")
"\\n".join([*said, str(found)])
`),
);
