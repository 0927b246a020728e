// The pictures of the rules, by the rule under which they stand.
import type { RulePictures } from "../../game";
import Defs from "../art/Defs.svelte";
import ActionCards from "./ActionCards.svelte";
import Bars from "./Bars.svelte";
import Collect from "./Collect.svelte";
import Furniture from "./Furniture.svelte";
import GuestCards from "./GuestCards.svelte";
import Guests from "./Guests.svelte";
import House from "./House.svelte";
import Moving from "./Moving.svelte";

const byRule: RulePictures["byRule"] = {
  "N1.1": House,
  "N1.2": Furniture,
  "N1.3": Guests,
  "N1.4": GuestCards,
  "N1.5": ActionCards,
  "N3.2": Bars,
  "N4.3": Collect,
  "N5.3": Moving,
};

export default { Shared: Defs, byRule } satisfies RulePictures;
