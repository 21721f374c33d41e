/** How many secrets the redactor finds and how much it changes by mistake, as docs/security.md says it. */
import { describe, expect, test } from "bun:test";
import { createRedactor } from "../../src/privacy/redactor.ts";
import { readText } from "../sources.ts";
import { INNOCENTS } from "./corpus/innocents.ts";
import { PASSWORDS, PLACES, SPECIAL, VENDORS } from "./corpus/secrets.ts";

const shapes = createRedactor({
  captureMode: "full",
  redactEntropy: false,
  redactEmails: false,
  redactPaths: false,
});
const everything = createRedactor({
  captureMode: "full",
  redactEntropy: true,
  redactEmails: false,
  redactPaths: false,
});

const secrets = [...Object.values(VENDORS), ...PASSWORDS];
const cases = [
  ...secrets.flatMap((secret) =>
    Object.entries(PLACES).map(([place, write]) => ({ place, text: write(secret), secret })),
  ),
  ...SPECIAL.map(([text, secret]) => ({ place: text, text, secret })),
];
const missed = cases.filter(({ text, secret }) => isLeft(shapes.text(text, "anywhere"), secret));
const alarms = INNOCENTS.filter((text) => everything.text(text, "written") !== text);

describe("the corpus", () => {
  test("measures what docs/security.md says", () => {
    const found = cases.length - missed.length;
    const sentence = `${found} of ${cases.length} secrets in their places are found; ${alarms.length} of ${INNOCENTS.length} innocent texts are changed.`;
    process.stdout.write(`${sentence}\n`);
    expect(readText("docs/security.md")).toContain(sentence);
  });

  test.each(SPECIAL)("%s", (text, secret) => {
    expect(shapes.text(text, "anywhere")).not.toContain(secret);
  });

  test.each(Object.entries(VENDORS))("a key of %s is found in every place", (_, secret) => {
    const places = missed.filter((each) => each.secret === secret).map(({ place }) => place);
    expect(places).toEqual([]);
  });

  // a key of Discord has no known beginning: it needs the word "bot" or a name that says what it is
  const { discord: _, ...shaped } = VENDORS;
  test.each(Object.entries(shaped))("a key of %s is found by its shape only", (_, secret) => {
    expect(shapes.text(`took ${secret} from there`, "anywhere")).not.toContain(secret);
  });

  test.each(INNOCENTS)("%s stays as it is", (text) => {
    expect(everything.text(text, "written")).toBe(text);
  });

  test("doing it twice changes nothing more", () => {
    for (const { text } of cases) {
      const once = everything.text(text, "written");
      expect(everything.text(once, "written")).toBe(once);
    }
  });
});

/** Whether the secret is left, as it was or as an address spells it. */
function isLeft(text: string, secret: string): boolean {
  return [secret, encodeURIComponent(secret), secret.replace(/\s/g, "+")].some((form) => text.includes(form));
}
