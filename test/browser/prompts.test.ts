/** Prompts in a real browser: without a judge model, then judged by a scripted one. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { chromiumPath, openBrowser, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { eventually } from "../appliance/running.ts";
import { type ScriptedModel, startScriptedModel } from "../judge/scripted-model.ts";
import { logsBody } from "../normaliser/captured.ts";
import { CHECKS } from "../../src/rubric/checks.ts";
import { allAnswered } from "../rubric/answers.ts";
import { keepTrial } from "../rubric/trial/kept-trial.ts";
import { violationsOf } from "./axe.ts";
import { expectSound, expectSoundInAllLooks, leave, type Look, openSignedIn, PATIENCE_MS } from "./looks.ts";
import { type ServedDirectory, serveNewDirectory } from "./served.ts";
import { isSkipped } from "../skipped.ts";
import { fetchAgain } from "../fetch-again.ts";

const [ANN, BOB] = ["ann@example.com", "bob@example.com"];

const GOOD =
  "Fix src/deliver.ts: the log shows duplicate delivery 8f2c after a 502. Each event goes out once. Done when bun test deliver is green.";
const WEAK = "The migration fails on staging. Probably the index. Also make it faster somehow.";
const BOBS = "Add an index on deliveries.sent_at to db/schema.sql. Keep the names.";
const QUESTION = "Which of the two tables holds the index of deliveries now?";

/** The weak prompt fails what it says "probably", "also" and "somehow" about. */
const FAILED = new Set(["one_deliverable", "single_reading", "acceptance_condition", "gives_evidence"]);

/** Three words of the text, others for each check, because a quote proves two checks at most. */
function wordsFor(check: string, text: string): string {
  const words = text.split(" ");
  const place = Math.max(
    0,
    CHECKS.findIndex(({ id }) => id === check),
  );
  const first = place % Math.max(1, words.length - 2);
  return words.slice(first, first + 3).join(" ");
}

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("prompts in a browser", () => {
  let model: ScriptedModel;
  let served: ServedDirectory;
  let browser: Browser;
  let bobsKey = "";
  const lately = Date.now() - 3_600_000;

  beforeAll(async () => {
    model = startScriptedModel({
      sense: {
        isMet: (check, text) => !(text === WEAK && FAILED.has(check)),
        quote: (check, text) => wordsFor(check, text),
      },
    });
    [served, browser] = await Promise.all([serveNewDirectory(), openBrowser()]);
    bobsKey = await makeKey(BOB);
    await work("deliveries", [GOOD, WEAK, QUESTION], { email: ANN });
    await work("index", [BOBS], {
      email: BOB,
      at: lately - 8 * 24 * 3_600_000,
    });
    await eventually(async () => (await promptsOf("pending")).length === 4);
  }, PATIENCE_MS);

  afterAll(async () => {
    await browser.close();
    await served.remove();
    await model.stop();
  }, PATIENCE_MS);

  function post(path: string, body: object): Promise<Response> {
    const headers = { authorization: `Bearer ${served.keys.admin}`, "content-type": "application/json" };
    return fetchAgain(served.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async function makeKey(developer: string): Promise<string> {
    const made = await post("/v1/admin/keys", { name: developer, role: "member", developer });
    return ((await made.json()) as { key: string }).key;
  }

  async function work(
    session: string,
    texts: readonly string[],
    { email, at = lately }: { email: string; at?: number },
  ): Promise<void> {
    const records = texts.map((prompt, index) => ({
      at: at + index * 60_000,
      attributes: { "session.id": session, "user.email": email, "event.name": "user_prompt", prompt },
    }));
    expect((await post("/v1/logs", logsBody("claude-code", records))).status).toBe(200);
  }

  async function promptsOf(status: string): Promise<{ promptId: string; promptText: string }[]> {
    const headers = { authorization: `Bearer ${served.keys.admin}` };
    const answer = await fetch(`${served.url}/scoring/prompt-rubric/prompts?limit=500&status=${status}`, {
      headers,
    });
    return ((await answer.json()) as { prompts: { promptId: string; promptText: string }[] }).prompts;
  }

  async function countOf(status: string): Promise<number> {
    const headers = { authorization: `Bearer ${served.keys.admin}` };
    const path = `/scoring/prompt-rubric/prompts?status=${status}&limit=1`;
    return ((await (await fetch(served.url + path, { headers })).json()) as { total: number }).total;
  }

  const settings = () => ({
    SCORING_LLM_BASE_URL: model.url,
    SCORING_LLM_MODEL: "small",
    SCORING_LLM_CHECK: "false",
  });

  async function idOf(text: string): Promise<string> {
    const all = [...(await promptsOf("scored")), ...(await promptsOf("short_circuited"))];
    return all.find(({ promptText }) => promptText === text)?.promptId ?? "";
  }

  function open(address: string, { key = served.keys.admin, look }: { key?: string; look?: Look } = {}) {
    return openSignedIn(browser, { url: served.url, key }, { address, ...(look && { look }) });
  }

  describe("without a judge model", () => {
    test(
      "an administrator reads which settings to set, in both themes, wide and on a phone",
      async () => {
        const watched = await open("/prompts");
        await watched.page.getByRole("heading", { name: "No judge model is set" }).waitFor();
        await watched.page.getByText(/^4 prompts wait or are withheld/).waitFor();
        await watched.page.getByText("--llm-base-url").waitFor();
        await watched.page.getByRole("table", { name: "Prompts" }).waitFor();
        await expectSoundInAllLooks(watched);
        leave(watched.page);
      },
      PATIENCE_MS,
    );

    test(
      "a prompt that is tried is refused with the settings to set",
      async () => {
        const { page } = await open("/prompts");
        await page.getByLabel("Prompt", { exact: true }).fill(GOOD);
        await page.getByRole("button", { name: "Judge it" }).click();
        await page.getByText(/^No judge model is configured\. Set llm_base_url/).waitFor();
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "a member reads whom to ask, and sees the own prompt only",
      async () => {
        const watched = await open("/prompts?developer=everyone", { key: bobsKey });
        await watched.page.getByRole("heading", { name: "No prompt has been judged yet" }).waitFor();
        const table = watched.page.getByRole("table", { name: "Prompts" });
        await table.waitFor();
        expect(await table.locator("tbody tr").count()).toBe(1);
        await expectSound(watched);
        leave(watched.page);
      },
      PATIENCE_MS,
    );
  });

  describe("with a judge model", () => {
    beforeAll(async () => {
      await served.stop();
      await served.startAgain(settings());
      await eventually(async () => (await promptsOf("pending")).length === 0);
    }, PATIENCE_MS);

    test(
      "a session shows what the model wrote about it, once it was asked to",
      async () => {
        let summary: string | null = null;
        // the marks may be there before the session is measured again with them
        await eventually(async () => {
          const ran = await post("/v1/advisor/run", { session_id: "deliveries" });
          summary = ((await ran.json()) as { summary: string | null }).summary;
          return summary !== null;
        });
        const watched = await open("/sessions/deliveries");
        await watched.page
          .locator(".note")
          .getByText(summary ?? "")
          .waitFor();
        await watched.page.getByText("Summed up by small").waitFor();
        await expectSound(watched);
        leave(watched.page);
      },
      PATIENCE_MS,
    );

    describe("in both themes, wide and on a phone,", () => {
      test(
        "the list and both prompts complain of nothing, fit, and axe finds nothing",
        async () => {
          const list = await open("/prompts");
          await list.page.getByRole("table", { name: "Prompts" }).waitFor();
          await list.page.locator(".series-line").first().waitFor({ state: "attached" });
          await list.page.getByText("scoring judge check").waitFor();
          await expectSoundInAllLooks(list);
          await list.page.getByRole("heading", { name: "Tasks without a repair by week" }).waitFor();
          leave(list.page);
          for (const text of [WEAK, QUESTION]) {
            const one = await open(`/prompts/${await idOf(text)}`);
            await one.page.locator(".prompt-text").waitFor();
            await expectSoundInAllLooks(one);
            leave(one.page);
          }
        },
        PATIENCE_MS,
      );
    });

    test(
      "the order is in the address, and a prompt leads to its evidence, its session and back",
      async () => {
        const { page, complaints } = await open("/prompts");
        await page.getByText(/^3 prompts score \d+ of 100 on average;/).waitFor();
        await page.getByRole("button", { name: "Weakest" }).click();
        await page.waitForURL(/order=worst/);
        const first = page.getByRole("table", { name: "Prompts" }).locator("tbody tr").first();
        await first.getByRole("link", { name: "The migration" }).waitFor();
        await page.getByRole("button", { name: "Strongest" }).click();
        await first.getByRole("link", { name: /^(Fix src|Add an index)/ }).waitFor();
        await page.getByRole("button", { name: "Newest" }).click();
        await page.getByLabel("Status").selectOption("short_circuited");
        await page.waitForURL(/status=short_circuited/);
        await first.getByRole("link", { name: "Which of the two" }).waitFor();
        await page.getByLabel("Status").selectOption("failed");
        await page.getByText("No prompt has failed").waitFor();
        await page.goto("/prompts?order=worst");
        await first.getByRole("link", { name: "The migration" }).click();
        await page.getByText(/of 100, grade .*: it misses “Gives evidence”/).waitFor();
        expect(await page.locator(".prompt-text sup").first().textContent()).toBe("1");
        expect(await page.locator(".checks li").count()).toBe(13);
        await page.getByText("Judged by small with rubric version 2").waitFor();
        await page.getByRole("heading", { name: "What would make it better" }).waitFor();
        await page.getByRole("link", { name: "turn 2 of its session" }).click();
        await page.waitForURL(/\/sessions\/deliveries\?turn=2/);
        await page.getByRole("link", { name: "Prompt and checks" }).click();
        await page.waitForURL(/\/prompts\//);
        expect(complaints).toEqual([]);
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "a prompt that is tried shows its marks and is not stored; a question gets none",
      async () => {
        const watched = await open("/prompts");
        const { page } = watched;
        await page.getByLabel("Prompt", { exact: true }).fill(`${GOOD} Keep the payload.`);
        await page.getByRole("button", { name: "Judge it" }).click();
        await page.getByText("100 of 100, grade A+").waitFor();
        await expectSound(watched);
        expect(await promptsOf("scored")).toHaveLength(3);
        await page.getByLabel("Prompt", { exact: true }).fill("Which table is it?");
        await page.getByRole("button", { name: "Judge it" }).click();
        await page.getByText("It asks for no work (question), so it gets no grade.").waitFor();
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "arrow keys read all four dimensions out, and the same is in a table",
      async () => {
        const { page } = await open("/prompts");
        await page.getByRole("heading", { name: "The four dimensions by day" }).waitFor();
        await page.locator(".chart-room").focus();
        const reading = page.locator(".reading");
        // nothing was prompted on the last days where today is a Sunday, or a Monday that has just begun
        for (let day = 0; day < 7 && !/\d$/.test((await reading.textContent()) ?? ""); day += 1)
          await page.keyboard.press("ArrowLeft");
        expect(await reading.textContent()).toMatch(
          /^\d+ \w+: Context \d+, Density \d+, Economy \d+, Clarity \d+$/,
        );
        await page.getByText("Show as table").click();
        const rows = page.getByRole("table", { name: "The four dimensions by day" }).locator("tbody tr");
        expect(await rows.count()).toBeGreaterThan(3);
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "the intent is in the address and is asked for",
      async () => {
        const { page } = await open("/prompts");
        await page.getByLabel("Intent").selectOption("question");
        await page.waitForURL(/intent=question/);
        const rows = page.getByRole("table", { name: "Prompts" }).locator("tbody tr");
        await rows.filter({ hasText: "The migration" }).waitFor({ state: "detached" });
        await rows.filter({ hasText: "Which of the two" }).waitFor();
        expect(await rows.count()).toBe(1);
        // a question has no marks, so none is ranked
        await page.getByRole("button", { name: "Weakest" }).click();
        await page.getByText("Only prompts that were judged can be ranked").waitFor();
        await page.getByLabel("Intent").selectOption("feature");
        await page.waitForURL(/order=worst.*intent=feature|intent=feature.*order=worst/);
        await rows.first().waitFor();
        expect(await rows.filter({ hasText: "feature" }).count()).toBe(await rows.count());
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "a bound member reads the own prompt, and not another one's",
      async () => {
        const { page } = await open("/prompts?developer=everyone", { key: bobsKey });
        await page.getByText(/^1 prompt scores/).waitFor();
        const table = page.getByRole("table", { name: "Prompts" });
        expect(await table.locator("tbody tr").count()).toBe(1);
        await page.goto(`/prompts/${await idOf(WEAK)}`);
        await page.getByText("There is nothing here").waitFor();
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "a list of more than fifty has pages, each a link",
      async () => {
        const texts = Array.from(
          { length: 52 },
          (_, index) => `Rename the column c${index} in db/schema.sql.`,
        );
        await work("columns", texts, { email: BOB, at: lately - 2 * 3_600_000 });
        await eventually(async () => (await countOf("scored")) === 55);
        const { page, complaints } = await open("/prompts");
        const pages = page.getByRole("navigation", { name: "Pages of the list" });
        await pages.getByText("1 to 50 of 55").waitFor();
        await pages.getByRole("link", { name: "Older", exact: true }).click();
        await page.waitForURL(/page=50/);
        await pages.getByText("51 to 55 of 55").waitFor();
        await page.reload();
        await pages.getByText("51 to 55 of 55").waitFor();
        // those that get no mark are hidden until every status is asked for
        await page.getByLabel("Status").selectOption("");
        await page.waitForURL(/status=every/);
        await pages.getByText("1 to 50 of 56").waitFor();
        // the ranked lists have pages too, and another list begins anew
        await page.getByRole("button", { name: "Weakest" }).click();
        await pages.getByText("1 to 50 of 55").waitFor();
        await pages.getByRole("link", { name: "Next" }).click();
        await pages.getByText("51 to 55 of 55").waitFor();
        await pages.getByRole("link", { name: "Weakest" }).click();
        await pages.getByText("1 to 50 of 55").waitFor();
        await page.getByRole("button", { name: "Newest" }).click();
        await page.getByLabel("Status").selectOption("short_circuited");
        // it is in the list before too
        await pages.waitFor({ state: "detached" });
        await page.getByRole("link", { name: "Which of the two" }).waitFor();
        expect(complaints).toEqual([]);
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "what the marks are worth is shown next to them, once it was measured",
      async () => {
        await keepTrial(served.directory, {
          model: "small",
          triedAt: lately,
          answer: ({ text }) => ({ language: "en", intent: "feature", checks: allAnswered("yes", text) }),
        });
        const list = await open("/prompts", { look: ["dark", 390] });
        await list.page.getByText(/^small gives the verdict of a careful reader \d+ % of the time/).waitFor();
        await list.page.getByText(/^Little more than chance on “/).waitFor();
        await expectSound(list);
        const one = await open(`/prompts/${await idOf(BOBS)}`, { key: bobsKey });
        await one.page
          .getByText(/The model gives the verdict of a careful reader \d+ % of the time/)
          .waitFor();
        const weak = await one.page.locator(".checks").getByText(", uncertain").count();
        await one.page.getByText("it is little better than chance").waitFor();
        expect(weak).toBeGreaterThan(0);
        expect(weak).toBeLessThanOrEqual(CHECKS.length);
        await expectSound(one);
        leave(list.page);
        leave(one.page);
      },
      PATIENCE_MS,
    );
  });

  describe("with a judge model that fails", () => {
    const STUCK = "Drop the table of retries once the deliveries are idempotent, and say what reads it.";

    afterAll(() => model.failAlways(null));

    async function tryOut(prompt: string): Promise<WatchedPage> {
      const watched = await open("/prompts");
      await watched.page.getByLabel("Prompt", { exact: true }).fill(prompt);
      await watched.page.getByRole("button", { name: "Judge it" }).click();
      return watched;
    }

    test(
      "a prompt on which it failed is judged again from its page, once the model answers",
      async () => {
        model.failAlways({ kind: "refusal" });
        await work("stuck", [STUCK], { email: ANN });
        await eventually(async () => (await promptsOf("failed")).length === 1);
        const [stuck] = await promptsOf("failed");
        const watched = await open(`/prompts/${stuck?.promptId}`);
        const { page } = watched;
        await page.getByText("The judge model could not judge this prompt").waitFor();
        await page.getByRole("button", { name: "Judge again" }).click();
        await page.getByText("The judge model refused to answer").waitFor();
        await page.waitForLoadState("networkidle");
        expect(await violationsOf(page)).toEqual([]);
        model.failAlways(null);
        await page.getByRole("button", { name: "Judge again" }).click();
        await page.getByText(/^100 of 100, grade A\+/).waitFor();
        expect(await page.getByRole("button", { name: "Judge again" }).count()).toBe(0);
        expect(await promptsOf("failed")).toEqual([]);
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "one that refuses is reported, and so is one that is broken, with what to do",
      async () => {
        model.failAlways({ kind: "refusal" });
        const refused = await tryOut(`${GOOD} Keep the order.`);
        await refused.page.getByText("The judge model refused to answer. Choose another model").waitFor();
        model.failAlways({ kind: "prose" });
        await refused.page.getByRole("button", { name: "Judge it" }).click();
        await refused.page.getByText("answered twice in a shape that cannot be used").waitFor();
        leave(refused.page);
      },
      PATIENCE_MS,
    );

    test(
      "one that is slow is waited for as long as the setting says",
      async () => {
        await served.stop();
        await served.startAgain({ ...settings(), SCORING_LLM_TIMEOUT_MS: "1000" });
        model.failAlways({ kind: "hang" });
        const { page } = await tryOut(`${GOOD} Keep the log.`);
        await page.getByRole("button", { name: "Asking the model…" }).waitFor();
        expect(await page.getByRole("button", { name: "Asking the model…" }).isDisabled()).toBe(true);
        await page.getByText("The judge model took longer than llm_timeout_ms").waitFor();
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "a server that goes away leaves the prompts where they are, is noticed as away, and when it is back too, here with a budget that is spent and the time when it begins again",
      async () => {
        model.failAlways(null);
        const { page } = await open("/prompts");
        const table = page.getByRole("table", { name: "Prompts" });
        await table.waitFor();
        await page.getByLabel("Prompt", { exact: true }).fill(`${GOOD} Keep the tests.`);
        await served.stop();
        // what is asked for anew cannot be answered; what was there stays
        await page.getByRole("button", { name: "Judge it" }).click();
        await page.getByText("The server does not answer. It may be stopped").waitFor();
        expect(await table.isVisible()).toBe(true);
        await served.startAgain({ ...settings(), SCORING_LLM_MONTHLY_BUDGET_TOKENS: "1" });
        await page.getByRole("button", { name: "Judge it" }).click();
        await page
          .getByText(/^The month's budget for the judge model is spent; it begins again at/)
          .waitFor();
        leave(page);
      },
      PATIENCE_MS,
    );
  });
});
