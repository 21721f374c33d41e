import { describe, expect, test } from "bun:test";
import { ApiProblem } from "../../../embedded/dashboard/api/ask.ts";
import { receivingState } from "../../../embedded/dashboard/frame/receiving-state.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const NEWEST = { at: "2026-11-22T11:59:00Z", sender: "codex" };
const away = new ApiProblem(0, "The server does not answer.", null);
const busy = new ApiProblem(503, "Scores are being computed again.", "request-1");

describe("the foot of the sidebar", () => {
  test("says that the server does not answer only when it does not", () => {
    expect(receivingState({ data: NEWEST, error: away }, NOW).says).toBe("The server does not answer");
    expect(receivingState({ data: undefined, error: busy }, NOW).says).toBe("Not known");
  });

  test("goes on to say what is known while the server cannot say more", () => {
    expect(receivingState({ data: NEWEST, error: busy }, NOW)).toEqual({
      shape: "dot",
      tone: "good",
      says: "Receiving",
      newest: "newest record 1 min ago",
    });
  });

  test("reports silence after an hour, and of nothing yet", () => {
    const quiet = { data: { ...NEWEST, at: "2026-11-22T10:00:00Z" }, error: null };
    expect(receivingState(quiet, NOW)).toMatchObject({ says: "Quiet", newest: "newest record 2 h ago" });
    expect(receivingState({ data: null, error: null }, NOW).says).toBe("Nothing received yet");
    expect(receivingState({ data: undefined, error: null }, NOW).says).toBe("Asking…");
  });
});
