// Makes calls again that were made natively: node replay.mjs MODULE CALLS.json CALLS.bin; see calls.py.
import { readFileSync } from "node:fs";
import { GameModule } from "../../src/estaminet/site/module.mjs";

const [, , file, about, data] = process.argv;
const game = await GameModule.load(readFileSync(file));
const calls = JSON.parse(readFileSync(about, "utf8"));
const bytes = readFileSync(data);

/** An argument of the description, its arrays in the buffers that were taken for them. */
function build(given, addresses) {
  if (given === null || typeof given !== "object") return given;
  if ("array" in given) return game.array(given.dtype, given.lengths, addresses[given.array]);
  const members = Object.entries(given.members).map(([name, value]) => [name, build(value, addresses)]);
  return game.struct(given.struct, Object.fromEntries(members));
}

for (const [number, { name, arguments: given, returned, before, after }] of calls.entries()) {
  game.briefly(() => {
    const addresses = before.map(([begin, end]) => {
      const buffer = game.array("uint8", [end - begin]);
      buffer.values.set(bytes.subarray(begin, end));
      return buffer.address;
    });
    const found = game.call(name, ...given.map((each) => build(each, addresses)));
    const where = `call ${number}, ${name}`;
    if ((found ?? null) !== (returned === null ? null : Number(returned))) console.log(`${where}: ${found}, not ${returned}`);
    after.forEach(([begin, end], at) => {
      const here = Buffer.from(game.memory, addresses[at], end - begin);
      const first = here.findIndex((byte, place) => byte !== bytes[begin + place]);
      if (first >= 0) console.log(`${where}: array ${at} is different from byte ${first} on`);
    });
  });
}
console.log(`${calls.length} calls`);
