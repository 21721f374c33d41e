/** Prompts in a real browser: without a language model, then judged by a scripted one. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { chromiumPath, openBrowser } from "../../scripts/browser/open-browser.ts";
import { eventually } from "../appliance/running.ts";
import { type ScriptedModel, startScriptedModel } from "../judge/scripted-model.ts";
import { logsBody } from "../normaliser/captured.ts";
import { expectSound, type Look, LOOKS, openSignedIn, PATIENCE_MS } from "./looks.ts";
import { type ServedDirectory, serveNewDirectory } from "./served.ts";

const [ANN, BOB] = ["ann@example.com", "bob@example.com"];

const GOOD =
  "Fix src/deliver.ts: the log shows duplicate delivery 8f2c after a 502. Each event goes out once. Done when bun test deliver is green.";
const WEAK = "The migration fails on staging. Probably the index. Also make it faster somehow.";
const QUESTION = "Which of the two tables holds the index of deliveries now?";

/** The weak prompt fails what it says "probably", "also" and "somehow" about. */
const FAILED = new Set(["one_deliverable", "single_reading", "acceptance_condition", "gives_evidence"]);

describe.skipIf(chromiumPath() === null)("prompts in a browser", () => {
  let model: ScriptedModel;
  let served: ServedDirectory;
  let browser: Browser;
  let bobsKey = "";
  const lately = Date.now() - 3_600_000;

  beforeAll(async () => {
    model = startScriptedModel({
      sense: {
        isMet: (check, text) => !(text === WEAK && FAILED.has(check)),
        quote: (check, text) =>
          check === "names_artifact" ? text.slice(0, 18) : (text.split(". ")[1] ?? text).slice(0, 24),
      },
    });
    [served, browser] = await Promise.all([serveNewDirectory(), openBrowser()]);
    bobsKey = await makeKey(BOB);
    await work("deliveries", [GOOD, WEAK, QUESTION], { email: ANN });
    await work("index", ["Add an index on deliveries.sent_at to db/schema.sql. Keep the names."], {
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
    return fetch(served.url + path, { method: "POST", headers, body: JSON.stringify(body) });
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
    const answer = await fetch(`${served.url}/scoring/prompt-rubric/prompts?status=${status}`, { headers });
    return ((await answer.json()) as { prompts: { promptId: string; promptText: string }[] }).prompts;
  }

  async function idOf(text: string): Promise<string> {
    const all = [...(await promptsOf("scored")), ...(await promptsOf("short_circuited"))];
    return all.find(({ promptText }) => promptText === text)?.promptId ?? "";
  }

  function open(address: string, { key = served.keys.admin, look }: { key?: string; look?: Look } = {}) {
    return openSignedIn(browser, { url: served.url, key }, { address, ...(look && { look }) });
  }

  describe("without a language model", () => {
    test.each(LOOKS)(
      "an administrator reads which settings to set, %s, %d pixels wide",
      async (...look) => {
        const watched = await open("/prompts", { look });
        await watched.page.getByRole("heading", { name: "No language model is set" }).waitFor();
        await watched.page.getByText("4 prompts wait.").waitFor();
        await watched.page.getByText("--llm-base-url").waitFor();
        await watched.page.getByRole("table", { name: "Prompts" }).waitFor();
        await expectSound(watched);
        await watched.page.context().close();
      },
      PATIENCE_MS,
    );

    test(
      "a prompt that is tried is refused with the settings to set",
      async () => {
        const { page } = await open("/prompts");
        await page.getByLabel("Prompt", { exact: true }).fill(GOOD);
        await page.getByRole("button", { name: "Judge it" }).click();
        await page.getByText(/^No language model is configured\. Set llm_base_url/).waitFor();
        await page.context().close();
      },
      PATIENCE_MS,
    );

    test(
      "a member reads whom to ask, and sees the own prompt alone",
      async () => {
        const watched = await open("/prompts?developer=everyone", { key: bobsKey });
        await watched.page.getByRole("heading", { name: "No prompt has been judged yet" }).waitFor();
        const table = watched.page.getByRole("table", { name: "Prompts" });
        await table.waitFor();
        expect(await table.locator("tbody tr").count()).toBe(1);
        await expectSound(watched);
        await watched.page.context().close();
      },
      PATIENCE_MS,
    );
  });

  describe("with a language model", () => {
    beforeAll(async () => {
      await served.stop();
      await served.startAgain({ SCORING_LLM_BASE_URL: model.url, SCORING_LLM_MODEL: "small" });
      await eventually(async () => (await promptsOf("pending")).length === 0);
    }, PATIENCE_MS);

    describe.each(LOOKS)("%s, %d pixels wide", (...look) => {
      test(
        "the list and both prompts complain of nothing, fit, and axe finds nothing",
        async () => {
          const list = await open("/prompts", { look });
          await list.page.getByRole("table", { name: "Prompts" }).waitFor();
          await list.page.locator(".stats .spark").first().waitFor();
          await expectSound(list);
          await list.page.context().close();
          for (const text of [WEAK, QUESTION]) {
            const one = await open(`/prompts/${await idOf(text)}`, { look });
            await one.page.locator(".prompt-text").waitFor();
            await expectSound(one);
            await one.page.context().close();
          }
        },
        PATIENCE_MS,
      );
    });

    test(
      "the order stands in the address, and a prompt leads to its evidence, its session and back",
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
        await page.goto("/prompts?order=worst");
        await first.getByRole("link", { name: "The migration" }).click();
        await page.getByText(/of 100, grade .*: it misses “Gives evidence”/).waitFor();
        expect(await page.locator(".prompt-text sup").first().textContent()).toBe("1");
        expect(await page.locator(".checks li").count()).toBe(13);
        await page.getByText("Judged by small with rubric version 1").waitFor();
        await page.getByRole("heading", { name: "What would make it better" }).waitFor();
        await page.getByRole("link", { name: "turn 2 of its session" }).click();
        await page.waitForURL(/\/sessions\/deliveries\?turn=2/);
        await page.getByRole("link", { name: "Prompt and checks" }).click();
        await page.waitForURL(/\/prompts\//);
        expect(complaints).toEqual([]);
        await page.context().close();
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
        await page.getByText("It asks for no work (question), so it gets no marks.").waitFor();
        await page.context().close();
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
        await page.context().close();
      },
      PATIENCE_MS,
    );
  });
});
