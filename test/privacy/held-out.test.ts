/** The redactor on texts that were written without its rules in mind: how many secrets it finds, how much it spoils. */
import { describe, expect, test } from "bun:test";
import { createRedactor } from "../../src/privacy/redactor.ts";
import { readText } from "../sources.ts";
import { HELD_OUT_INNOCENTS } from "./corpus/held-out-innocents.ts";
import { HELD_OUT_SECRETS } from "./corpus/held-out-secrets.ts";
import { LATER_INNOCENTS, LATER_SECRETS } from "./corpus/later.ts";

const redactor = createRedactor({
  captureMode: "full",
  redactEntropy: true,
  redactEmails: false,
  redactPaths: false,
});

const pairs = Object.values(HELD_OUT_SECRETS).flat();

describe("the corpus of a third author", () => {
  test("is found and left as it is as well", () => {
    const left = LATER_SECRETS.filter(([text, secret]) => isLeft(redactor.text(text, "written"), secret));
    const changed = LATER_INNOCENTS.filter((text) => redactor.text(text, "written") !== text);
    expect(left.length / LATER_SECRETS.length).toBeLessThanOrEqual(0.05);
    expect(changed.length / LATER_INNOCENTS.length).toBeLessThanOrEqual(0.02);
  });
});

describe("the corpus written apart from the rules", () => {
  test("has at least 150 secrets and 150 innocent texts, each once", () => {
    expect(new Set(pairs.map(([text]) => text)).size).toBeGreaterThanOrEqual(150);
    expect(new Set(HELD_OUT_INNOCENTS).size).toBeGreaterThanOrEqual(150);
    for (const [text, secret] of pairs) expect(text).toContain(secret);
  });

  const missed = pairs.filter(([text, secret]) => isLeft(redactor.text(text, "written"), secret));
  const alarms = HELD_OUT_INNOCENTS.filter((text) => redactor.text(text, "written") !== text);

  test("finds 95 % of its secrets and changes at most 2 % of its innocent texts", () => {
    expect(1 - missed.length / pairs.length).toBeGreaterThanOrEqual(0.95);
    expect(alarms.length / HELD_OUT_INNOCENTS.length).toBeLessThanOrEqual(0.02);
  });

  test("measures what docs/security.md says", () => {
    const found = pairs.length - missed.length;
    expect(readText("docs/security.md")).toContain(
      `${found} of its ${pairs.length} secrets are found, and ${alarms.length} of its ${HELD_OUT_INNOCENTS.length} innocent texts are changed`,
    );
  });
});

/** Returns whether a word of the secret, of four characters and more, is left. */
function isLeft(text: string, secret: string): boolean {
  return secret
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 4)
    .some((part) => text.includes(part));
}
