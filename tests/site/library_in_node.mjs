// What of Python's library and of the house cannot be imported in a page: node library_in_node.mjs FOLDER, that of a kit.
// In the end, how many modules of the library can.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , folder] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`));
globalThis.fetch = () => {
  throw new Error("nothing is fetched");
};
const python = await loadPyodide({ indexURL: `${folder}/pyodide` });
python.unpackArchive(new Uint8Array(readFileSync(`${folder}/house.zip`)), "zip", { extractDir: "/house" });
console.log(
  python.runPython(`
import importlib, pathlib, sys, zipfile

def count(paths):
    found = 0
    for path in paths:
        module = path.removesuffix("c").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        try:
            importlib.import_module(module)
            found += 1
        except Exception as error:
            said.append(f"{path}: {error!r}")
    return found

said = []
sys.path.insert(0, "/house")
count(each.relative_to("/house").as_posix() for each in sorted(pathlib.Path("/house").rglob("*.py")))
found = count(each for each in zipfile.ZipFile("/lib/python314.zip").namelist() if each.endswith(".pyc"))
"\\n".join([*said, str(found)])
`),
);
