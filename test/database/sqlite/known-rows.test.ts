import { expect, test } from "bun:test";
import type { SessionOf } from "../../../src/database/engine.ts";
import { KnownRows } from "../../../src/database/sqlite/known-rows.ts";
import { named } from "../../session-names.ts";

test("what is known of stored rows is bounded, also by sessions without a row", () => {
  const known = new KnownRows();
  for (let place = 0; place <= 10_000; place += 1)
    known.set("turns", session(place), { columns: "id", places: new Map() });
  expect(known.get("turns", session(0))).toBeUndefined();
  expect(known.get("turns", session(10_000))).toBeDefined();
});

function session(place: number): SessionOf {
  return { organization: "acme", session: named(`session ${place}`) };
}
