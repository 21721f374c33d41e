/** A person's own data, downloaded in a real browser from the demo: by the person, and by an administrator. */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { isSkipped } from "../skipped.ts";
import { unzipped } from "../unzipped.ts";
import { browseDemo } from "./browsed-demo.ts";
import { expectSound, leave, PATIENCE_MS } from "./looks.ts";

const CHIARA = "chiara.conti@example.com";
const SCORED = `/developers/${CHIARA}`;

async function download(page: Page, name: string): Promise<Map<string, string>> {
  const link = page.getByRole("link", { name });
  await link.scrollIntoViewIfNeeded();
  const picture = Bun.env["PICTURES"];
  if (picture !== undefined) await page.screenshot({ path: `${picture}/${name.replaceAll(" ", "-")}.png` });
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(file.suggestedFilename()).toMatch(/^scoring-[\w-]+-\d{4}-\d\d-\d\d\.zip$/);
  return unzipped(readFileSync(await file.path()));
}

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("somebody's data in a browser", () => {
  const { open, makeKey } = browseDemo();
  let ownKey: string;

  beforeAll(async () => {
    ownKey = await makeKey(CHIARA);
  }, PATIENCE_MS);

  test(
    "is downloaded by the person on their own first page, check-ins too",
    async () => {
      const watched = await open("/", { key: ownKey });
      const files = await download(watched.page, "Download everything about me");
      expect([...files.keys()]).toEqual(
        expect.arrayContaining(["README.txt", "person.json", "records/logs.jsonl", "tables/turns.jsonl"]),
      );
      expect(files.get("person.json")).toContain(CHIARA);
      await expectSound(watched);
      leave(watched.page);
    },
    PATIENCE_MS,
  );

  test(
    "is downloaded by an administrator on the developer's page, without check-ins",
    async () => {
      const { page } = await open(SCORED);
      const files = await download(page, "Download everything about Chiara Conti");
      expect(files.has("tables/turns.jsonl")).toBe(true);
      expect(files.has("tables/check_ins.jsonl")).toBe(false);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "is downloaded where administrators delete people",
    async () => {
      const { page } = await open("/settings/developers");
      await page.getByText("Chiara Conti").first().click();
      await page.getByRole("link", { name: "Download everything about Chiara Conti" }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );
});
