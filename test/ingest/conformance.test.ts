/** The conformance cases of the OTLP groups A to H: that each has a test, and how many there are. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Cases of each group.
 *
 * @see The list of conformance cases, sections A to H.
 */
const GROUPS = { A: 18, B: 26, C: 28, D: 24, E: 20, F: 18, G: 16, H: 12 };

const CASES = Object.entries(GROUPS).flatMap(([group, count]) =>
  Array.from({ length: count }, (_, index) => `${group}${index + 1}`),
);

const FOLDERS = [import.meta.dir, join(import.meta.dir, "../appliance/ingest")];

/** A case is the first word of a test's title, or of a row that makes one. */
const TITLED = /[([]\s*["`]([A-H]\d{1,2})\b/g;

test(`each of the ${CASES.length} conformance cases has a test against the running appliance`, () => {
  const texts = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { encoding: "utf8", recursive: true })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  const tested = new Set(texts.flatMap((text) => [...text.matchAll(TITLED)].map(([, name]) => name ?? "")));
  expect(CASES.filter((name) => !tested.has(name))).toEqual([]);
});
