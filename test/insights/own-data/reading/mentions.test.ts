import { describe, expect, test } from "bun:test";
import { findMentions, type Naming } from "../../../../src/insights/own-data/reading/mentions.ts";

const NAMING: Naming = {
  theirs: new Set(["ada", "ada@example.test", "session of ada"]),
  others: new Set(["bob", "bob@example.test"]),
};

const find = (document: unknown) => findMentions(document, NAMING);

describe("mentions of a person", () => {
  test("are the smallest parts that name them, by id, e-mail or session, in any case", () => {
    const people = [
      { developer: { id: "bob" }, speed: 1 },
      { developer: { id: "ada" }, speed: 2 },
    ];
    expect(find({ scores: { people } })).toEqual([
      { at: "scores.people.1", says: { developer: { id: "ada" }, speed: 2 } },
    ]);
    expect(find({ sessionId: "session of ada", title: "Carts" })).toEqual([
      { at: "", says: { sessionId: "session of ada", title: "Carts" } },
    ]);
    expect(find([{ to: "Ada@Example.test" }])).toEqual([{ at: "0", says: { to: "Ada@Example.test" } }]);
  });

  test("leave out the parts inside that name others", () => {
    const part = { developer: "ada", cost: 3, compared: { with: [{ id: "bob", cost: 4 }] } };
    expect(find(part)).toEqual([{ at: "", says: { developer: "ada", cost: 3 } }]);
  });

  test("take from a list of names only theirs", () => {
    const to = ["bob@example.test", "ada@example.test", "stranger@example.test"];
    expect(find({ kind: "email", to })).toEqual([{ at: "to", says: ["ada@example.test"] }]);
  });

  test("are not what is about somebody else too, such as a session of the same id", () => {
    expect(find({ sessionId: "session of ada", developer: { id: "bob" }, title: "Bob's" })).toEqual([]);
  });

  test("are none in texts, numbers and nothing", () => {
    for (const document of [null, 5, "ada", { text: "ada was here" }, [], {}])
      expect(find(document)).toEqual([]);
  });
});
