import { expect, test } from "vitest";
import { readRules } from "./rules";

test("rules are read by chapters, with what the house settled", () => {
  const text =
    "# The street\n\n- R1.1 It has 17 squares - no more.\n- (R2.2b) One at a time (in turn).\n\n# The end\n\n- R8 Over.\n";
  expect(readRules(text)).toEqual([
    {
      title: "The street",
      rules: [
        { number: "R1.1", text: "It has 17 squares - no more.", isRuling: false },
        { number: "R2.2b", text: "One at a time (in turn).", isRuling: true },
      ],
    },
    { title: "The end", rules: [{ number: "R8", text: "Over.", isRuling: false }] },
  ]);
});
