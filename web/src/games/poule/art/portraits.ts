// Every tile's portrait, and to which side of the market it belongs.
import { buyers } from "./buyers";
import { rogues } from "./rogues";
import type { Layer } from "./strokes";
import { wonders } from "./wonders";

export const portraits: Record<string, Layer[]> = { ...buyers, ...rogues, ...wonders };

export function kindOf(name: string): "buyer" | "rogue" | "wonder" {
  return name in buyers ? "buyer" : name in rogues ? "rogue" : "wonder";
}
