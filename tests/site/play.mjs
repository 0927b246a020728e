// Plays games again, and writes all that can be asked of each position: node play.mjs MODULE GAMES.json OUT.bin;
// see transcript.py, which writes the same natively.
import { readFileSync, writeFileSync } from "node:fs";
import { GameModule } from "../../src/estaminet/site/module.mjs";

const [, , file, about, out] = process.argv;
const game = await GameModule.load(readFileSync(file));
const { sizes } = game;
const parts = [];
const write = (numbers, count = numbers.size) =>
  parts.push(Buffer.from(Buffer.from(game.memory, numbers.address, (numbers.bytes / numbers.size) * count)));
const writeNumber = (number) => parts.push(Buffer.from(new Float64Array([number]).buffer));

function play({ players, options, deal, actions }) {
  const memory = game.array("uint8", [sizes.memory_bytes]);
  const other = game.array("uint8", [sizes.memory_bytes]);
  const codes = game.array("int16", [sizes.most_legal]);
  const amounts = game.array("float64", [players]);
  const weights = game.array("float64", [sizes.most_outcomes]);
  const features = game.array("float32", [sizes.features]);
  const rng = game.array("uint64", [1]);
  const packed = game.array("int64", [options.length]);
  const dealt = game.array("int16", [deal.length]);
  const copy = () => other.values.set(memory.values);
  packed.values.set(options.map(BigInt));
  dealt.values.set(deal);
  memory.values.fill(0);
  game.call("start", memory, players, packed, dealt);
  for (let ply = 0; ply <= actions.length; ply++) {
    if (ply) game.call("apply", memory, actions[ply - 1]);
    write(memory);
    const mover = game.call("to_move", memory);
    writeNumber(mover);
    writeNumber(game.call("revealed", memory));
    const legal = mover < 0 ? 0 : game.call("legal", memory, codes);
    write(codes, legal);
    for (const name of ["scores", "evaluate", "holdings"]) {
      game.call(name, memory, amounts);
      write(amounts);
    }
    for (let seat = -1; seat < players; seat++) {
      copy();
      game.call("hide", other, seat);
      write(other);
    }
    for (const seat of mover < 0 ? [] : [mover]) {
      copy();
      game.call("hide", other, seat);
      rng.values[0] = BigInt(ply + 99);
      game.call("determinize", other, seat, rng);
      write(other);
      write(rng);
      game.call("encode", memory, seat, features);
      write(features);
      for (const code of [...codes.values.subarray(0, legal)]) {
        const count = game.call("outcomes", memory, code, weights);
        writeNumber(count);
        write(weights, Math.max(count, 0));
      }
    }
    copy();
    game.call("rollout", other, amounts);
    write(amounts);
    copy();
    game.call("canonicalize", other);
    write(other);
  }
  game.call("returns", memory, amounts);
  write(amounts);
}

for (const each of JSON.parse(readFileSync(about, "utf8"))) game.briefly(() => play(each));
writeFileSync(out, Buffer.concat(parts));
