// The pictures of the rules, by the rule under which they stand.
import type { RulePictures } from "../../game";
import Deal from "./Deal.svelte";
import Example from "./Example.svelte";
import Parted from "./Parted.svelte";
import Pay from "./Pay.svelte";
import Spells from "./Spells.svelte";
import Square from "./Square.svelte";
import Stalls from "./Stalls.svelte";
import Tiles from "./Tiles.svelte";
import Wizard from "./Wizard.svelte";

const byRule: RulePictures["byRule"] = {
  "P1.1": Square,
  "P1.2": Tiles,
  "P1.4": Stalls,
  "P2.2": Deal,
  "P4.2": Parted,
  "P4.3": Spells,
  "P4.4": Pay,
  "P6.6": Wizard,
  P7: Example,
};

export default { byRule } satisfies RulePictures;
