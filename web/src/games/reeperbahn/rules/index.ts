// The pictures of the rules, by the rule under which they stand.
import type { RulePictures } from "../../game";
import Cards from "./Cards.svelte";
import Charly from "./Charly.svelte";
import Charm from "./Charm.svelte";
import Court from "./Court.svelte";
import Example from "./Example.svelte";
import Joker from "./Joker.svelte";
import People from "./People.svelte";
import Start from "./Start.svelte";

const byRule: RulePictures["byRule"] = {
  "R1.2": People,
  "R1.3": Cards,
  "R2.1": Start,
  "R4.4": Court,
  "R4.8": Joker,
  "R5.1": Charm,
  "R7.1": Charly,
  R10: Example,
};

export default { byRule } satisfies RulePictures;
