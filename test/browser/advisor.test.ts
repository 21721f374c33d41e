/** Coaching cards in a real browser: read, voted on with the keyboard, their effect, and advice on demand. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { chromiumPath, openBrowser } from "../../scripts/browser/open-browser.ts";
import type { Card } from "../../src/insights/advisor/card.ts";
import { DAY, HOUR } from "../../src/vocabulary/units.ts";
import { eventually } from "../appliance/running.ts";
import { CORRECTIONS, type Piece, pieceOfWork } from "../insights/advisor/pieces.ts";
import { expectSound, expectSoundInAllLooks, leave, openSignedIn, PATIENCE_MS } from "./looks.ts";
import { type ServedDirectory, serveNewDirectory } from "./served.ts";
import { isSkipped } from "../skipped.ts";
import { fetchAgain } from "../fetch-again.ts";

const [ANN, BOB] = ["ann@example.com", "bob@example.com"];
const NOW = Date.now();
const LONG_AGO = NOW - 20 * DAY;

const OF_ANN = "the work of Ann";
const BETTER = ["Sort the table in src/table.ts by date", "Also write the test for it in test/table.test.ts"];

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("coaching cards in a browser", () => {
  let served: ServedDirectory;
  let browser: Browser;
  let bobsKey = "";

  beforeAll(async () => {
    [served, browser] = await Promise.all([serveNewDirectory(), openBrowser()]);
    const made = await post("/v1/admin/keys", { name: BOB, role: "member", developer: BOB });
    bobsKey = ((await made.json()) as { key: string }).key;
    const before = [1, 2, 3].map((day) => ({ session: `before ${day}`, at: LONG_AGO - day * DAY }));
    const after = Array.from({ length: 10 }, (_, hour) => LONG_AGO + 2 * DAY + hour * HOUR);
    for (const piece of before) await work({ ...piece, email: ANN });
    await work({ session: OF_ANN, at: LONG_AGO + 5 * HOUR, email: ANN });
    for (const at of after) await work({ session: `after ${at}`, at, email: ANN, prompts: BETTER });
    await work({ session: "the work of Bob", at: NOW - 3 * HOUR, email: BOB });
    for (const day of [4, 5, 6])
      await work({ session: `Bob ${day}`, at: NOW - day * DAY, email: BOB, prompts: BETTER });
    await advise(OF_ANN);
    await advise("the work of Bob");
  }, PATIENCE_MS);

  afterAll(async () => {
    await browser.close();
    await served.remove();
  }, PATIENCE_MS);

  function post(path: string, body: object): Promise<Response> {
    const headers = { authorization: `Bearer ${served.keys.admin}`, "content-type": "application/json" };
    return fetchAgain(served.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async function work(piece: Piece): Promise<void> {
    expect((await post("/v1/logs", pieceOfWork(piece))).status).toBe(200);
  }

  async function advise(session: string): Promise<void> {
    await eventually(async () => {
      const answer = await post("/v1/advisor/run", { session_id: session });
      return answer.ok && ((await answer.json()) as { cards: Card[] }).cards.length > 0;
    });
  }

  function open(address: string, { key = served.keys.admin }: { key?: string } = {}) {
    return openSignedIn(browser, { url: served.url, key }, { address });
  }

  /** The cards are rows; each unfolds to the whole card. */
  async function unfoldCards(page: Page, row: RegExp = /./): Promise<void> {
    const cards = page.getByRole("table", { name: "Cards" });
    await cards.getByRole("row", { name: row }).getByRole("button").last().click();
    await page.locator(".card-open .coach").waitFor();
  }

  describe("in both themes, wide and on a phone,", () => {
    test.each(["/advisor", `/sessions/${encodeURIComponent(OF_ANN)}`])(
      "%s shows the card with its evidence and effect, and axe finds nothing",
      async (address) => {
        const watched = await open(address);
        if (address === "/advisor") await unfoldCards(watched.page);
        await watched.page
          .getByText(CORRECTIONS[0] ?? "")
          .first()
          .waitFor();
        await watched.page.getByText("clearly up").first().waitFor();
        await watched.page.getByText("so this is not its effect").first().waitFor();
        await expectSoundInAllLooks(watched);
        leave(watched.page);
      },
      PATIENCE_MS,
    );
  });

  test(
    "a vote is given and taken back with the keyboard, and stays",
    async () => {
      const { page } = await open("/advisor", { key: bobsKey });
      await unfoldCards(page);
      const helpful = page.getByRole("button", { name: "Helpful", exact: true });
      await helpful.focus();
      await page.keyboard.press("Enter");
      await page.locator(".votes [aria-pressed=true]", { hasText: "Helpful" }).waitFor();
      await page.reload();
      await unfoldCards(page);
      await page.locator(".votes [aria-pressed=true]", { hasText: "Helpful" }).waitFor();
      await page.getByRole("button", { name: "Not helpful" }).press("Space");
      await page.locator(".votes [aria-pressed=true]", { hasText: "Not helpful" }).waitFor();
      await page.getByRole("button", { name: "Not helpful" }).press("Space");
      await page.locator("div.votes:not(:has([aria-pressed=true]))").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a member sees the own cards only, whatever the address asks for",
    async () => {
      const watched = await open("/advisor?developer=everyone", { key: bobsKey });
      await watched.page.getByText("1 card in these 30 days").waitFor();
      expect(await watched.page.getByRole("table", { name: "Cards" }).locator("tbody tr").count()).toBe(1);
      await unfoldCards(watched.page);
      await expectSound(watched);
      leave(watched.page);
    },
    PATIENCE_MS,
  );

  test(
    "a developer sees a habit first, and tries it for a week",
    async () => {
      const watched = await open("/advisor", { key: bobsKey });
      const chosen = watched.page.locator(".coach").first();
      await chosen.getByRole("heading", { level: 3 }).waitFor();
      await expectSoundInAllLooks(watched);
      await chosen.getByRole("button", { name: "Try it for a week" }).press("Enter");
      await chosen.getByText("You are trying it this week").waitFor();
      await watched.page.reload();
      await watched.page.getByText("You are trying it this week").waitFor();
      leave(watched.page);
    },
    PATIENCE_MS,
  );

  test(
    "a new card appears automatically, long before the list would be asked for again",
    async () => {
      const { page } = await open("/advisor");
      await page.getByText("live", { exact: true }).waitFor();
      await work({ session: "later", at: NOW - 4 * HOUR, email: "eve@example.com" });
      await advise("later");
      await page.getByRole("table", { name: "Cards" }).getByText("eve@example.com").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "the developer's home names the habit of the page Coaching, whose example leads to its turn",
    async () => {
      const { page } = await open("/advisor", { key: bobsKey });
      const habit = (await page.locator(".coach h3").first().textContent()) ?? "";
      await page.goto("/");
      const tomorrow = page.locator("section", { has: page.getByRole("heading", { name: "Tomorrow" }) });
      await tomorrow.getByText(`${habit}.`, { exact: true }).waitFor();
      await page.locator(".habit-examples a").first().click();
      await page.getByRole("heading", { name: /^Turn \d+$/ }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a session without a card is looked at when somebody asks",
    async () => {
      const { page } = await open(`/sessions/${encodeURIComponent("before 2")}`);
      await page.getByText("No card is about this session.").waitFor();
      await page.getByRole("button", { name: "Look for advice now" }).click();
      await page.getByRole("heading", { name: "Say first what you had to correct" }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );
});
