/** A team of 200 people in a real browser: every page that lists people loads, is searched, and stays short. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { batched } from "../../src/demo/batched.ts";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import { DEVELOPERS, type Habits } from "../../src/demo/work/habits.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { eventually } from "../eventually.ts";
import { isSkipped } from "../skipped.ts";
import { browseNewServer } from "./browsed-server.ts";
import { expectFits, expectSound, leave, openSignedIn, PATIENCE_MS } from "./looks.ts";

const PEOPLE = 200;
/** No list shows more of them at once. */
const MOST_ROWS = 60;

function person(index: number): Habits {
  const habits = DEVELOPERS[index % DEVELOPERS.length];
  if (habits === undefined) throw new Error("the demo has nobody");
  const number = String(index).padStart(3, "0");
  const named = { name: `Person ${number}`, email: `person.${number}@example.com` };
  return { ...habits, ...named, sessionsInAll: 1 };
}

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("a team of 200 in a browser", () => {
  const browsed = browseNewServer();
  const open = (address: string) =>
    openSignedIn(browsed.browser, { url: browsed.server.url, key: browsed.server.keys.admin }, { address });

  beforeAll(async () => {
    const to = systemClock() - DAY / 24;
    const developers = Array.from({ length: PEOPLE }, (_, index) => person(index));
    const { url, keys } = browsed.server;
    const post = (path: string, body: object, key: string): Promise<Response> =>
      fetch(url + path, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    // without keys of their own they would all be the one key
    const keyOf = new Map<string, string>();
    for (const { email } of developers) {
      const wish = { name: email, role: "member", developer: email };
      const made = await post("/v1/admin/keys", wish, keys.admin);
      expect(made.status).toBe(201);
      keyOf.set(email, ((await made.json()) as { key: string }).key);
    }
    for (const session of generateSessions({ seed: "team of 200", from: to - 7 * DAY, to, developers }))
      for (const { path, body } of batched(toRequests(session)))
        expect((await post(path, body, keyOf.get(session.person.email) ?? "")).status).toBe(200);
    await eventually(async () => {
      const answer = await fetch(`${url}/scoring/scores?limit=1&period=all`, {
        headers: { authorization: `Bearer ${keys.admin}` },
      });
      return answer.ok && ((await answer.json()) as { total: number }).total === PEOPLE;
    }, PATIENCE_MS);
  }, 2 * PATIENCE_MS);

  async function expectFewRows(page: Page): Promise<void> {
    for (const table of await page.locator("main table").all())
      expect(await table.locator("tbody tr").count()).toBeLessThanOrEqual(MOST_ROWS);
    expect(await page.locator("select option").count()).toBeLessThanOrEqual(MOST_ROWS);
  }

  test(
    "Team has pages of people, and finds one by name",
    async () => {
      const watched = await open("/team");
      const { page } = watched;
      const rows = page.getByRole("table", { name: "Developers" }).locator("tbody tr");
      await rows.nth(40).waitFor();
      await expectFewRows(page);
      await expectSound(watched);
      await page.getByLabel("Search developers").fill("person.137");
      await eventually(async () => (await rows.count()) === 1);
      expect(await rows.textContent()).toContain("person.137");
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "Overview finds one of them by typing",
    async () => {
      const { page } = await open("/");
      const box = page.getByRole("combobox", { name: "Whose work" });
      await box.fill("person.042");
      await page.getByRole("option", { name: /042/ }).click();
      await page.waitForURL(/developer=/);
      await page.getByRole("heading", { name: /042/ }).waitFor();
      await expectFewRows(page);
      leave(page);
    },
    PATIENCE_MS,
  );

  test.each([
    ["/governance", "Whose"],
    ["/reports", "Whose"],
    ["/schedules", "About"],
  ])(
    "%s: the form finds one of them by typing, with the keyboard only",
    async (address, name) => {
      const watched = await open(address);
      const { page } = watched;
      const box = page.getByRole("combobox", { name, exact: true });
      await box.focus();
      await page.keyboard.press("ArrowDown");
      const options = page.getByRole("listbox", { name, exact: true }).getByRole("option");
      await options.nth(10).waitFor();
      expect(await options.count()).toBe(11);
      // it is the same on all of them
      await (address === "/governance" ? expectSound : expectFits)(watched);
      await page.keyboard.type("person.04");
      await eventually(async () => (await options.count()) === 10);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      expect(await box.inputValue()).toMatch(/042/);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Escape");
      expect(await box.inputValue()).toMatch(/042/);
      await expectFewRows(page);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a merge finds the other one by typing",
    async () => {
      const watched = await open("/settings/developers");
      const { page } = watched;
      await page.getByRole("link", { name: /person\.001/ }).click();
      await page.getByRole("combobox", { name: "The other developer" }).fill("137");
      await expectFits(watched);
      await page.getByRole("option", { name: /137/ }).click();
      await page.getByRole("button", { name: "Merge…" }).click();
      await page.getByRole("dialog", { name: /person\.001.* and .*137/ }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test.each(["/settings/developers", "/settings", "/usage?by=developer", "/sessions", "/advisor"])(
    "%s shows at most 60 rows at once, and fits",
    async (address) => {
      const watched = await open(address);
      await watched.page.locator("main table tbody tr, main .strip, main .state").first().waitFor();
      await expectFits(watched);
      await expectFewRows(watched.page);
      leave(watched.page);
    },
    PATIENCE_MS,
  );
});
