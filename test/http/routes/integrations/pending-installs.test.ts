/** The state that goes to Slack and comes back: good once, soon, and for who began. */
import { describe, expect, test } from "bun:test";
import {
  createPendingInstalls,
  INSTALL_LASTS,
} from "../../../../src/http/routes/integrations/pending-installs.ts";

const ada = { organizationId: "ours", actorId: "of ada" };
const eve = { organizationId: "theirs", actorId: "of eve" };

function opened() {
  let now = 0;
  const pending = createPendingInstalls(() => now);
  return { pending, later: (by: number) => void (now += by) };
}

describe("a state", () => {
  test.each(["", "unknown", "__proto__"])("%j that was never given out is refused", (state) => {
    expect(opened().pending.end(state, null)).toBeNull();
  });

  test("is refused the second time", () => {
    const { pending } = opened();
    const state = pending.begin(ada, null);
    expect([pending.end(state, null), pending.end(state, null)]).toEqual([ada, null]);
  });

  test("is refused after ten minutes, and good until then", () => {
    const { pending, later } = opened();
    const [late, early] = [pending.begin(ada, null), pending.begin(ada, null)];
    later(INSTALL_LASTS - 1);
    expect(pending.end(early, null)).toEqual(ada);
    later(1);
    expect([INSTALL_LASTS, pending.end(late, null)]).toEqual([600_000, null]);
  });

  test("that a browser began is refused in another, and then for ever", () => {
    const { pending } = opened();
    for (const other of [null, "another"]) {
      const state = pending.begin(ada, "browser");
      expect([pending.end(state, other), pending.end(state, "browser")]).toEqual([null, null]);
    }
    expect(pending.end(pending.begin(ada, "browser"), "browser")).toEqual(ada);
  });

  test("belongs to whoever began it, however many begin", () => {
    const { pending } = opened();
    const ours = pending.begin(ada, null);
    const many = Array.from({ length: 100 }, () => pending.begin(eve, null));
    expect(pending.end(ours, null)).toEqual(ada);
    expect(many.filter((state) => pending.end(state, null) !== null)).toHaveLength(20);
  });
});
