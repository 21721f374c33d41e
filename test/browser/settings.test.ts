/** The settings in a real browser: keys, developers and what nobody else may see or do. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { eventually } from "../eventually.ts";
import { violationsOf } from "./axe.ts";
import { browseCopyOfDemo } from "./browsed-demo.ts";
import { chooseIn } from "./choose.ts";
import { leave, PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";

/** The pages that members are not shown. */
const ADMINS = [
  ["keys", "Keys"],
  ["accounts", "Accounts"],
  ["developers", "Developers"],
  ["model", "Judge model"],
  ["chat", "Messages"],
  ["coverage", "Coverage"],
] as const;

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("the settings in a browser", () => {
  const browsed = browseCopyOfDemo();
  const { open } = browsed;

  function statusWith(key: string): Promise<number> {
    const headers = { authorization: `Bearer ${key}` };
    return fetch(`${browsed.demo.url}/v1/session`, { headers }).then(({ status }) => status);
  }

  /** The versions that the sub-sessions of the last days are held against. */
  async function versionsInForce(): Promise<number[]> {
    const headers = { authorization: `Bearer ${browsed.demo.key}` };
    const answer = await fetch(`${browsed.demo.url}/scoring/metrics?limit=500`, { headers });
    const { metrics } = (await answer.json()) as { metrics: { baselineVersion: number }[] };
    return [...new Set(metrics.map(({ baselineVersion }) => baselineVersion))];
  }

  async function makeKey(page: Page, email: string, name: string): Promise<string> {
    await page.getByLabel("Whose key").fill(email);
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByText("The key was created").waitFor();
    return (await page.locator(".command code").textContent()) ?? "";
  }

  test(
    "a key is made, shown once, used, revoked after a question, and then refused",
    async () => {
      const { page, complaints, strays } = await open("/settings/keys");
      const key = await makeKey(page, "nadia@example.com", "Nadia's laptop");
      expect(key).toMatch(/^scoring_\w{38}$/);
      expect(await statusWith(key)).toBe(200);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "I have copied it" }).click();
      await page.getByRole("button", { name: "Create a key" }).waitFor();
      expect((await page.content()).includes(key)).toBe(false);

      await page.getByRole("button", { name: "Revoke Nadia's laptop" }).click();
      const question = page.getByRole("dialog", { name: "Revoke the key “Nadia's laptop”?" });
      expect(await violationsOf(page)).toEqual([]);
      await question.getByRole("button", { name: "Cancel" }).click();
      expect(await statusWith(key)).toBe(200);

      await page.getByRole("button", { name: "Revoke Nadia's laptop" }).click();
      await question.getByRole("button", { name: "Revoke the key" }).click();
      await page.getByRole("button", { name: "Revoke Nadia's laptop" }).waitFor({ state: "detached" });
      // a revoked key is refused within a second
      while ((await statusWith(key)) !== 401) await page.waitForLoadState();
      expect({ complaints, strays }).toEqual({ complaints: [], strays: [] });
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a key may do what was chosen, until its last day, and a shared one only sends unless it is made to read",
    async () => {
      const { page, complaints } = await open("/settings/keys");
      const uses = page.getByLabel("What it may do");
      expect(await uses.locator("option").first().textContent()).toBe("Member: only send");
      await page.getByLabel("Last day").fill("2999-01-31");
      const key = await makeKey(page, "", "for a robot");
      const row = page.getByRole("row", { name: /for a robot/ });
      await row.getByText("31 Jan 2999").waitFor();
      expect(await row.textContent()).toContain("send");
      const headers = { authorization: `Bearer ${key}` };
      const read = await fetch(`${browsed.demo.url}/v1/developers`, { headers });
      expect(read.status).toBe(403);
      await page.getByRole("button", { name: "I have copied it" }).click();
      await uses.selectOption("Member: only read everybody's work");
      await makeKey(page, "", "for a report");
      await page
        .getByRole("row", { name: /for a report/ })
        .getByText("read everybody's work")
        .waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "the last key of administrators stays, and the question says why",
    async () => {
      const { page } = await open("/settings/keys");
      await page.getByRole("button", { name: "Revoke demo admin" }).click();
      await page.getByRole("button", { name: "Revoke the key" }).click();
      await page.getByText("This is the last admin key").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a developer is renamed, and every list has the new name",
    async () => {
      const { page, complaints } = await open("/settings/developers");
      await page.getByRole("link", { name: "Hana Sato" }).click();
      await page.waitForURL(/person=/);
      await page.getByLabel("Name", { exact: true }).fill("Hana S.");
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("link", { name: "Hana S.", exact: true }).waitFor();
      await page.getByRole("heading", { name: "Hana S." }).waitFor();
      await page.getByRole("link", { name: "Overview" }).click();
      await page.getByRole("combobox", { name: "Whose work" }).fill("Hana");
      await page.getByRole("option", { name: "Hana S." }).waitFor();
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "developers and keys are searched while somebody types, and sorted by a head",
    async () => {
      const { page, complaints } = await open("/settings/developers");
      const names = page.getByRole("table", { name: "Developers" }).locator("tbody a.to");
      await names.first().waitFor();
      const all = await names.allTextContents();
      await page.getByRole("button", { name: "Name" }).click();
      await page.waitForURL(/sort=-name/);
      await eventually(async () => (await names.first().textContent()) === all.at(-1));
      await page.getByRole("button", { name: "Newest" }).click();
      await page.waitForURL(/sort=-last_seen/);
      await page.getByRole("searchbox", { name: "Search developers" }).pressSequentially("CHIARA");
      await page.waitForURL(/q=CHIARA/);
      await eventually(async () => (await names.count()) === 1);
      await page.goto("/settings/keys");
      const rows = page.getByRole("table", { name: "Keys" }).locator("tbody tr");
      await page.getByRole("searchbox", { name: "Search keys" }).pressSequentially("no such key");
      await eventually(async () => (await rows.count()) === 0);
      await page.getByText("No key matches “no such key”.").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "two developers are merged: the one who is left has the sessions of both",
    async () => {
      const { page, complaints } = await open("/settings/developers");
      const sessionsOf = async (name: string): Promise<number> =>
        Number(await page.getByRole("row", { name }).getByRole("cell").nth(3).textContent());
      await page.getByRole("link", { name: "Elif Yilmaz" }).click();
      const both = (await sessionsOf("Elif Yilmaz")) + (await sessionsOf("Dmitri Volkov"));
      await chooseIn(page, "The other developer", "Dmitri Volkov, dmitri.volkov@example.com");
      await page.getByRole("button", { name: "Merge…" }).click();
      const question = page.getByRole("dialog", { name: "Are Elif Yilmaz and Dmitri Volkov one person?" });
      expect(await violationsOf(page)).toEqual([]);
      await question.getByRole("button", { name: "Merge them" }).click();
      await page.getByRole("heading", { name: "Dmitri Volkov" }).waitFor();
      await page.locator(".aliases").getByText("elif.yilmaz@example.com").waitFor();
      await page.getByRole("link", { name: "Elif Yilmaz", exact: true }).waitFor({ state: "detached" });
      await page
        .getByRole("row", { name: "Dmitri Volkov" })
        .getByRole("cell", { name: String(both), exact: true })
        .waitFor();
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a purge says first what it would remove, wants the name, and then removes the developer",
    async () => {
      const { page, complaints } = await open("/settings/developers");
      await page.getByRole("link", { name: "Goran Petrov" }).click();
      await page.getByRole("button", { name: "See what would be deleted" }).click();
      const question = page.getByRole("dialog", { name: "Delete Goran Petrov?" });
      const counts = question.getByRole("table", { name: "What is deleted" });
      expect(
        await counts.getByRole("row", { name: "Sessions, with every record of them" }).textContent(),
      ).toMatch(/\d+$/);
      expect(await violationsOf(page)).toEqual([]);
      const remove = question.getByRole("button", { name: "Delete", exact: true });
      expect(await remove.isDisabled()).toBe(true);
      await question.getByLabel("Type “Goran Petrov” to be sure").fill("Goran Petrov");
      await remove.click();
      await page.getByText("Goran Petrov is being deleted").waitFor();
      await page.getByRole("link", { name: "Goran Petrov" }).waitFor({ state: "detached" });
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a baseline that is set makes a new version, leaves the others as they are, and is put on earlier work when asked",
    async () => {
      const { page, complaints } = await open("/settings/baselines");
      // a second one is learned when a quarter begins within the demo's weeks
      const learned = page.getByText(/^Version \d+ was learned on/);
      await learned.waitFor();
      const version = Number(/\d+/.exec((await learned.textContent()) ?? "")?.[0]) + 1;
      const set = page.getByRole("button", { name: "Set as a new version" });
      expect(await set.isDisabled()).toBe(true);
      const tokens = await page.getByLabel("Usual tokens").inputValue();
      await page.getByLabel("A turn that…").selectOption("every");
      await page.getByLabel("Usual share of repair turns, 0 to 1").fill("0.25");
      await set.click();
      const changes = page.getByRole("table", { name: "What changes" });
      await changes
        .getByRole("row", { name: /^Usual share of repair turns, 0 to 1 0\.\d+ 0\.25$/ })
        .waitFor();
      await page.getByRole("button", { name: "Set them" }).click();
      await page.getByText(`Version ${version} is used from now on`).waitFor();
      await page.getByText(`Version ${version} was set by an administrator`).waitFor();
      expect(await page.locator(".facts").textContent()).toContain("25 % (before: ");
      await page.getByLabel("A turn that…").selectOption("new");
      expect(await page.getByLabel("Usual tokens").inputValue()).toBe(tokens);
      await page.getByRole("button", { name: "Recompute earlier work" }).click();
      await page.getByText(/^[\d,]+ tasks now use the newest baselines\.$/).waitFor();
      expect(await page.getByRole("button", { name: "Recompute earlier work" }).isEnabled()).toBe(true);
      expect(await versionsInForce()).toEqual([version]);
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "the palette lists every page of the settings, and leads to it",
    async () => {
      const { page } = await open("/settings");
      const listed = async (): Promise<string[]> => {
        await page.locator(".table, .facts").first().waitFor();
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: "Search or jump" }).fill("settings");
        const options = await page.getByRole("dialog").getByRole("option").allTextContents();
        // behind the pages are the prompts that have the word
        return options.filter((option) => option.startsWith("Settings"));
      };
      expect(await listed()).toEqual([
        "Settings",
        "Settings: Keys",
        "Settings: Accounts",
        "Settings: Developers",
        "Settings: Baselines",
        "Settings: Judge model",
        "Settings: Messages",
        "Settings: Coverage",
        "Settings: Audit log",
      ]);
      await page.getByRole("option", { name: "Settings: Baselines" }).click();
      await page.waitForURL(/settings\/baselines/);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "the coverage of one agent has an address",
    async () => {
      const { page, complaints } = await open("/settings/coverage");
      await page.getByRole("link", { name: "Codex" }).first().click();
      await page.waitForURL(/agent=codex/);
      await page.getByRole("heading", { name: "What Codex sends" }).waitFor();
      await page.getByText("rejections are not sent; sending traces would").waitFor();
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a bound member sees their own key and whose the rest is, and asks for nothing that is not theirs",
    async () => {
      const { page: admins } = await open("/settings/keys");
      const key = await makeKey(admins, "bram.de.wit@example.com", "Bram's own");
      const { page, complaints } = await open("/settings", { key });
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.getByText("You signed in with a key of Bram de Wit").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      for (const [path, section] of ADMINS) {
        await page.goto(`/settings/${path}`);
        await page.getByRole("heading", { name: `${section}: for administrators` }).waitFor();
      }
      await page.goto("/settings/baselines");
      await page.getByText("Administrators can set baselines").waitFor();
      expect(asked.filter((path) => path.startsWith("/v1/admin"))).toEqual([]);
      expect(await page.getByText(/Chiara|demo admin/).count()).toBe(0);
      expect(complaints).toEqual([]);
      leave(admins);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
