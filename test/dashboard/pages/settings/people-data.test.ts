import { describe, expect, test } from "bun:test";
import type { Person } from "../../../../embedded/dashboard/pages/settings/developers/fetch-people.ts";
import {
  aliasName,
  removedBy,
  sayPeople,
} from "../../../../embedded/dashboard/pages/settings/developers/people-data.ts";

const ada: Person = {
  id: "ada",
  name: "Ada",
  email: "ada@example.com",
  source: "bound",
  aliases: [],
  sessions: 3,
  lastSeenAt: null,
};

describe("the developers in a sentence", () => {
  test("reports those without an e-mail", () => {
    expect(sayPeople([ada], 1)).toBe("1 developer is known, each by an e-mail.");
    expect(sayPeople([ada, { ...ada, email: null }], 2)).toBe(
      "2 developers are known, 1 of them without an e-mail.",
    );
  });

  test("claims nothing of those on other pages", () => {
    expect(sayPeople([ada], 51)).toBe("51 developers are known.");
    expect(sayPeople([ada], null)).toBe("Over 10,000 developers are known.");
  });
});

describe("what a purge removes", () => {
  test("names sessions and keys first, then the tables with most rows, and nothing that is not there", () => {
    const rows = { turns: 4, sub_session_metrics: 9, aliases: 0 };
    const count = { id: null, developer: ada, dryRun: true, sessions: 2, keys: 0, rows };
    expect(removedBy(count)).toEqual([
      { what: "Sessions, with every record of them", count: 2 },
      { what: "Rows of sub session metrics", count: 9 },
      { what: "Rows of turns", count: 4 },
    ]);
  });
});

test("a kind of alias that is not known is shown as it is", () => {
  expect([aliasName("user.email"), aliasName("enduser.id")]).toEqual(["e-mail", "enduser.id"]);
});
