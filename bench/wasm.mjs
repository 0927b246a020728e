// How much a game's module does in a second: node wasm.mjs MODULE search|play, with what to do on its input.
import { readFileSync } from "node:fs";
import { GameModule } from "../src/estaminet/site/module.mjs";

const [, , file, what] = process.argv;
const game = await GameModule.load(readFileSync(file));
const about = JSON.parse(readFileSync(0, "utf8"));
const { sizes } = game;
const memory = () => game.array("uint8", [sizes.memory_bytes]);
const amounts = () => game.array("float64", [about.players]);

const root = memory();
root.values.set(about.memory);
const rng = game.array("uint64", [1]);
rng.values[0] = 1n;
const codes = game.array("int16", [sizes.most_legal]);

function prepareSearch() {
  const scratch = game.struct("Scratch", {
    codes, known: memory(), world: memory(), memory: memory(), imagined: memory(), ahead: memory(),
    shares: amounts(), expected: amounts(), values: game.array("float64", [sizes.most_legal]), chances: game.array("uint64", [1]),
  });
  const settings = game.struct("SearchSettings", about.settings);
  const counters = game.array("int32", [about.counters]);
  const tree = game.struct("TreeMemory", {
    nodes: game.array("int64", about.nodes), edges: game.array("int32", about.edges), values: game.array("float32", about.values),
    counters, slots: game.array("int32", [sizes.actions]), path: game.array("int32", [about.path]), totals: amounts(),
  });
  return () => {
    counters.values.fill(0);
    game.call("grow", scratch, settings, tree, root, about.seat, about.iterations, rng);
    return about.iterations;
  };
}

function play() {
  game.call("playouts", root, about.games, codes, rng);
  return about.games;
}

const work = what === "search" ? prepareSearch() : play;

/** Seconds of this process's own time: others may be at work on the machine. */
const now = () => process.cpuUsage().user / 1e6;

/** How much was done in so many seconds, a second. */
function measure(seconds) {
  const begin = now();
  let count = 0;
  while (now() - begin < seconds) count += work();
  return count / (now() - begin);
}

measure(about.seconds); // by then the browser has compiled it well
console.log(measure(about.seconds));
