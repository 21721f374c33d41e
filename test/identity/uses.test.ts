import { describe, expect, test } from "bun:test";
import { createUses, type Use } from "../../src/identity/uses.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";

describe("uses", () => {
  test("are passed on once a minute for each that is used, with the time of the newest", async () => {
    let now = MINUTE;
    const passedOn: Use[] = [];
    const uses = createUses(
      () => now,
      (used) => void passedOn.push(...used),
    );
    uses.note("busy");
    await uses.passOn();
    for (now += 1; now < 2 * MINUTE; now += 1_000) {
      uses.note("busy");
      await uses.passOn();
    }
    expect(passedOn).toEqual([{ id: "busy", at: MINUTE }]);
    now = 2 * MINUTE + 7;
    await uses.passOn();
    expect(passedOn.slice(1)).toEqual([{ id: "busy", at: 2 * MINUTE + 1 - 1_000 }]);
    await uses.passOn();
    expect(passedOn.length).toBe(2);
  });

  test("are known until they are passed on", async () => {
    const uses = createUses(
      () => 7,
      () => {},
    );
    uses.note("quiet");
    expect([uses.waiting("quiet"), uses.waiting("another")]).toEqual([7, null]);
    await uses.passOn();
    expect(uses.waiting("quiet")).toBeNull();
  });
});
