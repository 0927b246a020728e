import { expect, test } from "vitest";
import { writeCsv } from "./csv";
import { BERT, game, HOUSE, review } from "./games.fixture";

const addressOf = (table: string) => `https://example.org/t/${table}`;
const linesOf = (text: string) => text.slice(1, -2).split("\r\n");

test("a table has its columns first, one line a game, the first game first, and says that it is in UTF-8", () => {
  const text = writeCsv([game({ touched: 86_400_000, share: 0.5 }), game()], addressOf);
  expect(text.startsWith("\uFEFFended,game,players,seat,result,share,reason,points,")).toBe(true);
  expect(text.endsWith("\r\n")).toBe(true);
  const [head = "", one = "", two = ""] = linesOf(text);
  expect(
    one.startsWith('"1970-01-01T00:00:00.000Z","poule",2,1,"won",1,"finished",20,15,"host",0,0,,,,,'),
  ).toBe(true);
  expect(two.startsWith('"1970-01-02T00:00:00.000Z","poule",2,1,"shared",0.5,')).toBe(true);
  expect(one.split(",")).toHaveLength(head.split(",").length);
  expect(linesOf(writeCsv([], addressOf))).toHaveLength(1);
});

test("what a review says is there where one was made", () => {
  const [, line = ""] = linesOf(writeCsv([game({ review: review() })], addressOf));
  expect(line).toContain(',0,0,10,2,95,20,"https://example.org/t/t"');
});

test.each(["=CARL()", "+1", "-2+3", "@SUM(A1)", " =1", "\t=1", "\r=1", "＝1", "|cmd", "%0A"])(
  "nothing that somebody is called is a formula: %j",
  (name) => {
    const [, line = ""] = linesOf(writeCsv([game({ opponents: [{ ...BERT, name }, HOUSE()] })], addressOf));
    expect(line).toContain(`"'${name}; host"`);
  },
);

test("quotes, commas and line breaks in a name stay within it", () => {
  const name = 'Bert "the, one"';
  const text = writeCsv([game({ opponents: [{ ...BERT, name }] })], addressOf);
  expect(text).toContain('"Bert ""the, one"""');
  expect(linesOf(text)).toHaveLength(2);
});

test("numbers are numbers, also below nothing", () => {
  const [, line = ""] = linesOf(writeCsv([game({ score: -3.5, best_other: null })], addressOf));
  expect(line).toContain('"finished",-3.5,,');
});
