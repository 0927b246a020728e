// How large a module is when it is sent, and what it wants from whoever loads it: node measure.mjs MODULE
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const bytes = readFileSync(process.argv[2]);
console.log(brotliCompressSync(bytes).length);
for (const { name } of WebAssembly.Module.imports(new WebAssembly.Module(bytes))) console.log(name);
