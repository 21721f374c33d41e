/** Sessions, one session and its raw records, in a real browser on the demo's data and one long session. */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { longestSession } from "../../scripts/browser/longest-session.ts";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { eventually } from "../appliance/running.ts";
import { addUp } from "./amounts.ts";
import { longSessionBodies } from "./long-session.ts";
import { browseCopyOfDemo } from "./browsed-demo.ts";
import { chooseIn } from "./choose.ts";
import { expectSoundInAllLooks, leave, PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";
import { fetchAgain } from "../fetch-again.ts";

const TURNS = 700;
const STALLS_AFTER = 40;

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("sessions in a browser", () => {
  const browsed = browseCopyOfDemo();
  const { open, makeKey } = browsed;
  /** The demo's longest session, whose it is, and keys for two developers. */
  let longest: { id: string; owner: string; ownKey: string; otherKey: string };
  const long = {
    id: "a long session",
    startsAt: Date.now() - 12 * 3_600_000,
    turns: TURNS,
    stallsAfter: STALLS_AFTER,
  };

  beforeAll(async () => {
    const { sessionId, developer } = await longestSession(browsed.demo);
    const owner = developer.email ?? "";
    const keys = [await makeKey(owner), await makeKey("somebody.else@example.com")];
    longest = { id: sessionId, owner, ownKey: keys[0] ?? "", otherKey: keys[1] ?? "" };
    await sendLongSession(keys[1] ?? "");
    await sendConversation(keys[1] ?? "");
  }, 2 * PATIENCE_MS);

  function post(path: string, body: object, key: string): Promise<Response> {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    return fetchAgain(browsed.demo.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async function sendLongSession(key: string): Promise<void> {
    for (const body of longSessionBodies(long)) expect((await post("/v1/logs", body, key)).status).toBe(200);
    const path = `/v1/sessions/${encodeURIComponent(long.id)}/timeline?limit=1`;
    const headers = { authorization: `Bearer ${browsed.demo.key}` };
    await eventually(async () => {
      const answer = await fetch(browsed.demo.url + path, { headers });
      return answer.ok && ((await answer.json()) as { session: { turns: number } }).session.turns === TURNS;
    });
  }

  const talk = "a conversation";

  async function sendConversation(key: string): Promise<void> {
    const said = (body: object, minutes: number) => {
      const timestamp = new Date(Date.now() - minutes * 60_000).toISOString();
      return { session_id: talk, agent: "claude-code", timestamp, ...body };
    };
    for (const [path, body] of [
      ["/v1/prompts", said({ prompt_id: "first", prompt: "Mend the filter of the export" }, 30)],
      ["/v1/prompts/response", said({ prompt_id: "first", response_text: "The filter works again." }, 28)],
      ["/v1/prompts", said({ prompt_id: "second", prompt: "Add a test for an empty export" }, 20)],
    ] as const)
      expect((await post(path, body, key)).status).toBe(202);
    const headers = { authorization: `Bearer ${browsed.demo.key}` };
    const path = `/v1/sessions/${encodeURIComponent(talk)}/conversation`;
    await eventually(async () => {
      const answer = await fetch(browsed.demo.url + path, { headers });
      return answer.ok && ((await answer.json()) as { prompts: unknown[] }).prompts.length === 2;
    });
  }

  const sessionPath = (id: string): string => `/sessions/${encodeURIComponent(id)}`;
  /** Waits until a change is done, and reads how many tasks the session has now. */
  const tasksNow = async (page: Page, change: string): Promise<number> => {
    const said = await page.getByText(`${change}: now`).textContent();
    return Number(/now (\d+) tasks/.exec(said ?? "")?.[1]);
  };
  const boundaryCount = (page: Page): Promise<number> => page.locator(".boundary-line").count();

  describe("in both themes, wide and on a phone,", () => {
    test.each([
      ["the list", () => "/sessions", "table"],
      ["a turn and a part of a session", () => `${sessionPath(longest.id)}?turn=4&part=2`, ".chosen-turn"],
      ["a session with a stall", () => `${sessionPath(long.id)}?turn=${STALLS_AFTER}&part=1`, ".hatch"],
      ["raw records", () => `${sessionPath(longest.id)}/records?record=2`, ".whole-record"],
    ] as const)(
      "%s complains of nothing, asks no other host, fits, and axe finds nothing",
      async (_, address, ready) => {
        const watched = await open(address());
        await watched.page.locator(ready).first().waitFor({ state: "attached" });
        await expectSoundInAllLooks(watched);
        leave(watched.page);
      },
      PATIENCE_MS,
    );
  });

  test(
    "from the list to a session, to a turn, to its raw records, down to the log line, and back",
    async () => {
      const { page } = await open("/sessions?days=90&agent=claude-code");
      // what only the plugin sends has no log records of turns
      const rows = page.getByRole("table", { name: "Sessions" }).locator("tbody tr");
      await rows.filter({ hasNotText: "Mend the filter" }).getByRole("link").first().click();
      await page.waitForURL(/\/sessions\/.+days=90/);
      await page.getByRole("table", { name: "Turns" }).locator("a.to").nth(1).click();
      await page.waitForURL(/turn=2/);
      await page.getByRole("heading", { name: "Turn 2" }).waitFor();
      await page.getByRole("link", { name: "Raw records of this turn" }).click();
      await page.waitForURL(/records\?from=.+turn=2/);
      await page
        .getByRole("button", { name: /user_prompt/ })
        .first()
        .click();
      await page.getByText('"event": "user_prompt"').waitFor();
      await page.getByRole("link", { name: "Session", exact: true }).click();
      await page.waitForURL(/turn=2/);
      await page.getByRole("heading", { name: "Turn 2" }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "the list is searched while somebody types, and begins with the oldest or the dearest when asked to",
    async () => {
      const { page } = await open("/sessions");
      const table = page.getByRole("table", { name: "Sessions" });
      const first = (await table.locator("tbody a.to").first().textContent()) ?? "";
      const box = page.getByRole("searchbox", { name: "Search titles" });
      await box.pressSequentially(first.slice(0, 10).toLowerCase());
      await page.getByText(/^\d+ sessions? with “.+” in a title in 30 days/).waitFor();
      expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
      await box.fill("");
      await page.waitForURL((address) => !address.searchParams.has("q"));
      await page.getByText(/^1 to 50 of \d+$/).waitFor();
      // a search that waits for the next letter forgets nothing that was chosen meanwhile
      await box.fill("e");
      await table.getByRole("button", { name: "Started" }).click();
      await page.waitForURL(/sort=started.*q=e|q=e.*sort=started/);
      await box.fill("");
      await page.waitForURL((address) => !address.searchParams.has("q"));
      await table.locator('th[aria-sort="ascending"]').waitFor();
      await page.getByRole("link", { name: "Newer", exact: true }).click();
      await page.getByText(/^51 to \d+ of \d+$/).waitFor();
      await table.getByRole("button", { name: "Cost" }).click();
      await table.locator('th[aria-sort="descending"]', { hasText: "Cost" }).waitFor();
      await page.getByText(/^1 to 50 of \d+$/).waitFor();
      await eventually(async () => {
        const costs = (await table.locator("tbody tr td:last-child").allTextContents()).map(Number);
        return costs.length === 50 && costs.every((cost, at) => cost <= (costs[at - 1] ?? cost));
      });
      await page.getByRole("link", { name: "Next", exact: true }).click();
      await page.getByText(/^51 to \d+ of \d+$/).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "the list has pages, each a link, and begins anew when something else is asked for",
    async () => {
      const { page } = await open("/sessions");
      const rows = page.getByRole("table", { name: "Sessions" }).locator("tbody tr");
      await page.getByText(/^1 to 50 of \d+$/).waitFor();
      const first = await rows.first().textContent();
      await page.getByRole("link", { name: "Older", exact: true }).click();
      await page.getByText(/^51 to \d+ of \d+$/).waitFor();
      // the page before is there until the other one is
      await eventually(async () => (await rows.first().textContent()) !== first);
      await page.reload();
      await page.getByText(/^51 to \d+ of \d+$/).waitFor();
      await page.getByLabel("Agent").selectOption("codex");
      await page.waitForURL(/agent=codex/);
      const agents = rows.locator("td:nth-child(3)");
      // the list before is there until the other one is
      await agents.filter({ hasNotText: "Codex" }).first().waitFor({ state: "detached" });
      await agents.first().waitFor();
      expect(new Set(await agents.allTextContents())).toEqual(new Set(["Codex"]));
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "the account of a task adds up to its sums, to the last shown digit, and its turns lead to themselves",
    async () => {
      const { page } = await open(`${sessionPath(longest.id)}?part=2`);
      const account = page.getByRole("table", { name: "Account of task 2" });
      await account.waitFor();
      const { rows, sums, total } = await addUp(account);
      expect(rows).toBeGreaterThan(1);
      expect(sums).toEqual(total);
      await account.locator("tbody a.to").last().click();
      await page.waitForURL(/turn=\d+/);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a long account begins with fifty turns, and shows the others when asked",
    async () => {
      const { page } = await open(`${sessionPath(long.id)}?part=1`);
      const account = page.getByRole("table", { name: "Account of task 1" });
      const more = account.getByRole("button", { name: /^Show \d+ more turns$/ });
      await more.waitFor();
      expect(await account.locator("tbody tr").count()).toBe(51);
      await more.click();
      await account.locator("tbody tr").nth(51).waitFor();
      expect(await more.count()).toBe(0);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a task is split before a turn and joined again, at the timeline and in the table",
    async () => {
      const { page, complaints } = await open(`${sessionPath(longest.id)}?turn=2`);
      await page.locator(".timeline").waitFor();
      const before = await boundaryCount(page);
      await page.locator(".chosen-turn").getByRole("button", { name: "Split before 2" }).click();
      // the rules may see what comes after it in another way then
      const split = await tasksNow(page, "Split before turn 2");
      await page.getByRole("table", { name: "Account of task 2" }).waitFor();
      await eventually(async () => (await boundaryCount(page)) === split - 1);
      await page.reload();
      await page.locator(".timeline").waitFor();
      await eventually(async () => (await boundaryCount(page)) === split - 1);
      await page.getByText("a person set it").first().waitFor();
      const table = page.getByRole("table", { name: "Turns" });
      await table.locator("a.to").last().click();
      await page.locator(".boundary-grip").first().click({ force: true });
      await page.waitForURL(/turn=2/);
      await page.locator(".chosen-turn").getByRole("button", { name: "Join 1 and 2" }).click();
      expect(await tasksNow(page, "Joined before turn 2")).toBe(before + 1);
      await eventually(async () => (await boundaryCount(page)) === before);
      await table.getByRole("row", { name: /^3 / }).hover();
      await table.getByRole("button", { name: "Split before 3" }).click();
      await tasksNow(page, "Split before turn 3");
      await table.getByRole("button", { name: "Join 1 and 2" }).click();
      expect(await tasksNow(page, "Joined before turn 3")).toBe(before + 1);
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a table is saved as the rows that it shows",
    async () => {
      const { page, complaints } = await open("/sessions?days=90");
      const table = page.getByRole("table", { name: "Sessions" });
      const links = table.locator("tbody tr");
      await links.first().waitFor();
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download CSV: Sessions" }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe("sessions.csv");
      const file = join(mkdtempSync(join(tmpdir(), "saved-")), "sessions.csv");
      await download.saveAs(file);
      const lines = readFileSync(file, "utf8").trimEnd().split("\r\n");
      expect(lines).toHaveLength(1 + (await links.count()));
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "its developer says how a task ended, and takes it back",
    async () => {
      const { page, complaints } = await open(`${sessionPath(longest.id)}?part=1`, { key: longest.ownKey });
      const form = page.locator(".said-outcome");
      const said = page.getByRole("table", { name: "Tasks" }).getByText("said: partly");
      await form.getByRole("button", { name: "Partly" }).click();
      await form.getByLabel("Why, if you like").fill("one test still fails");
      await form.getByRole("button", { name: "Save" }).click();
      await said.waitFor();
      expect(await said.getAttribute("title")).toBe("one test still fails");
      await form.getByRole("button", { name: "Take it back" }).click();
      await form.getByText("Taken back").waitFor();
      await said.waitFor({ state: "detached" });
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "arrow keys move through the turns, in the timeline and in the table",
    async () => {
      const { page } = await open(sessionPath(longest.id));
      const slider = page.getByRole("slider", { name: "Selected turn" });
      await slider.press("ArrowRight");
      await page.waitForURL(/turn=2/);
      await slider.and(page.locator('[aria-valuetext^="Turn 2,"]')).waitFor();
      expect(await slider.getAttribute("aria-valuetext")).toMatch(/^Turn 2, \d\d:\d\d to /);
      const links = page.getByRole("table", { name: "Turns" }).locator("a.to");
      await links.nth(1).press("ArrowDown");
      const focused = await page.evaluate<string>("document.activeElement.textContent");
      expect(focused).toBe((await links.nth(2).textContent()) ?? "");
      await page.keyboard.press("Enter");
      await page.waitForURL(/turn=3/);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a bound member sees their own sessions only, and may split those",
    async () => {
      const own = await open("/sessions?developer=everyone&days=90", { key: longest.ownKey });
      await own.page.getByRole("table", { name: "Sessions" }).waitFor();
      await own.page.goto(`${sessionPath(longest.id)}?turn=2`);
      await own.page.getByRole("button", { name: "Split before 2" }).first().waitFor();
      await own.page.goto(sessionPath(long.id));
      await own.page.getByText("There is nothing here").waitFor();
      await own.page.goto(`${sessionPath(long.id)}/records`);
      await own.page.getByText("There is nothing here").waitFor();
      leave(own.page);
      const other = await open(sessionPath(longest.id), { key: longest.otherKey });
      await other.page.getByText("There is nothing here").waitFor();
      leave(other.page);
    },
    PATIENCE_MS,
  );

  test(
    "the conversation is opened with the keyboard, and its prompts and answers are copied",
    async () => {
      const { page, complaints } = await open(sessionPath(talk));
      const show = page.getByRole("button", { name: "Show conversation" });
      await show.focus();
      await page.keyboard.press("Enter");
      const first = page.locator(".conversation summary").first();
      await first.filter({ hasText: "1 answer" }).waitFor();
      await first.focus();
      await page.keyboard.press("Enter");
      await page.getByText("The filter works again.").waitFor();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.locator(".exchange").first().getByRole("button", { name: "Copy" }).last().click();
      await page.getByText("Copied").waitFor();
      expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe("The filter works again.");
      await page.locator(".conversation summary").nth(1).filter({ hasText: "no answer" }).click();
      await page.getByText("No answer to it has arrived.").waitFor();
      await page.getByRole("button", { name: "Hide conversation" }).click();
      await page.locator(".conversation").waitFor({ state: "detached" });
      expect(complaints).toEqual([]);
      leave(page);
      const watched = await open(sessionPath(talk));
      await watched.page.getByRole("button", { name: "Show conversation" }).click();
      await watched.page.locator(".conversation summary").first().click();
      await expectSoundInAllLooks(watched);
      leave(watched.page);
    },
    PATIENCE_MS,
  );

  test(
    "words of an answer lead to its place in the conversation",
    async () => {
      const { page, complaints } = await open("/search?q=filter+works+again");
      const hit = page.locator(".hits li").filter({ hasText: "Answer to" }).first();
      await hit.locator("a.hit").click();
      await page.waitForURL(/said=1$/);
      await page.locator(".exchange").getByText("The filter works again.").waitFor();
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a session of thousands of steps is read to its end and stays small on the page",
    async () => {
      const { page, complaints } = await open(`${sessionPath(long.id)}?turn=${TURNS - 1}`);
      await page.getByRole("heading", { name: `Turn ${TURNS - 1}` }).waitFor();
      await page.getByText(`651 to ${TURNS} of ${TURNS}`).waitFor();
      expect(await page.getByRole("table", { name: "Turns" }).locator("a.to").count()).toBe(50);
      expect(await page.evaluate<number>("document.querySelectorAll('main *').length")).toBeLessThan(4_000);
      await page.getByRole("link", { name: "Earlier" }).click();
      await page.getByText(`601 to 650 of ${TURNS}`).waitFor();
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "records are found by event and text, and a text that is nowhere says so",
    async () => {
      const { page } = await open(`${sessionPath(longest.id)}/records`);
      await chooseIn(page, "Event", "user_prompt");
      await page.waitForURL(/event=user_prompt/);
      await page
        .getByText(/user_prompt records?/)
        .first()
        .waitFor();
      const names = page.locator(".record-name");
      await names.filter({ hasNotText: "user_prompt" }).first().waitFor({ state: "detached" });
      await names.first().waitFor();
      expect(new Set(await names.allTextContents())).toEqual(new Set(["user_prompt"]));
      await page.getByLabel("Text in the records").fill("nobody wrote this");
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await page.getByRole("heading", { name: "No record matches" }).waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );
});
