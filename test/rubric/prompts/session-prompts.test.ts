import { describe, expect, test } from "bun:test";
import type { Event } from "../../../src/normaliser/event.ts";
import { contentKey } from "../../../src/rubric/content-key.ts";
import { promptsOf } from "../../../src/rubric/prompts/session-prompts.ts";
import { at, call, prompt, sessionOf } from "../../turns/events.ts";

const FIRST = "Add a --json flag to the export command.";
const SECOND = "Now write a test for the flag in export.test.ts.";

function promptsIn(...events: Event[]) {
  return promptsOf(sessionOf(events));
}

describe("the prompts of a session", () => {
  test("are judged after those before them", () => {
    const prompts = promptsIn(prompt(0, FIRST), call(1, 2), prompt(60, SECOND), call(61, 62));
    expect(prompts.map(({ content }) => content)).toEqual([
      contentKey(FIRST, []),
      contentKey(SECOND, [FIRST]),
    ]);
  });

  test("are not judged otherwise because of what came after", () => {
    const [alone] = promptsIn(prompt(0, FIRST), call(1, 2));
    const [followed] = promptsIn(prompt(0, FIRST), call(1, 2), prompt(60, SECOND));
    expect(followed?.content).toBe(alone?.content ?? "");
  });

  test("hold trivial ones, which are not judged and are no context", () => {
    const prompts = promptsIn(prompt(0, FIRST), call(1, 2), prompt(30, "ok"), prompt(60, SECOND));
    expect(prompts.map(({ trivial, turnIndex }) => [trivial, turnIndex])).toEqual([
      [false, 1],
      [true, 1],
      [false, 2],
    ]);
    expect(prompts.map(({ content }) => content)).toEqual([
      contentKey(FIRST, []),
      null,
      contentKey(SECOND, [FIRST]),
    ]);
  });

  test("hold withheld ones, which cannot be judged and are no context", () => {
    const prompts = promptsIn(prompt(0, null), call(1, 2), prompt(60, SECOND));
    expect(prompts.map(({ text, content }) => [text, content])).toEqual([
      [null, null],
      [SECOND, contentKey(SECOND, [])],
    ]);
  });

  test("report their time, their sub-session and the id by which their sender knows them", () => {
    const [only] = promptsIn(prompt(7, FIRST, { capturedId: "p-1" }), call(8, 9));
    expect(only).toMatchObject({ givenId: "p-1", submittedAt: at(7), turnIndex: 1 });
    expect(only?.subSession).toMatch(/^[0-9a-f]{32}$/);
  });
});
