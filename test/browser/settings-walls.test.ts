/** The settings of two organizations on one server, and of one that has a judge model, in a real browser. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { chromiumPath, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { type ScriptedModel, startScriptedModel } from "../judge/scripted-model.ts";
import { browseNewServer } from "./browsed-server.ts";
import { expectSound, leave, openSignedIn, PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";

const EXECUTABLE = join(import.meta.dir, "../../scoring");

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("the settings of a server", () => {
  let model: ScriptedModel;
  const browsed = browseNewServer(() => {
    model = startScriptedModel();
    return {
      SCORING_LLM_BASE_URL: model.url,
      SCORING_LLM_MODEL: "scripted",
      SCORING_LLM_CHECK: "false",
    };
  });

  afterAll(() => model.stop(), PATIENCE_MS);

  function openAs(key: string, address: string): Promise<WatchedPage> {
    return openSignedIn(browsed.browser, { url: browsed.server.url, key }, { address });
  }

  async function run(...words: string[]): Promise<Record<string, unknown>> {
    const child = Bun.spawn([EXECUTABLE, ...words, "--data-dir", browsed.server.directory, "--json"], {
      env: { PATH: Bun.env["PATH"] ?? "" },
      stdout: "pipe",
    });
    return JSON.parse(await new Response(child.stdout).text()) as Record<string, unknown>;
  }

  test(
    "a test call shows what the model's answer took, and is counted",
    async () => {
      const { page, complaints, strays } = await openAs(browsed.server.keys.admin, "/settings/model");
      await page.getByText("scripted is set; it was not asked this month.").waitFor();
      await page.getByRole("button", { name: "Make a test call" }).click();
      await page.getByText("in the expected form").waitFor();
      await page.getByText("scripted was asked 1 time this month").waitFor();
      expect({ complaints, strays }).toEqual({ complaints: [], strays: [] });
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a refused sender shows with what to change, and leads to its key",
    async () => {
      const headers = {
        authorization: `Bearer ${browsed.server.keys.member}`,
        "content-type": "application/x-protobuf",
        "user-agent": "OTel-OTLP-Exporter-JavaScript/0.57.1",
      };
      const refused = await fetch(`${browsed.server.url}/v1/logs`, { method: "POST", headers, body: "x" });
      expect(refused.status).toBe(415);
      const watched = await openAs(browsed.server.keys.admin, "/settings");
      const { page } = watched;
      const row = page.getByRole("table", { name: "Refused senders" }).locator("tbody tr");
      await row.filter({ hasText: "otel-javascript" }).getByText("sends protobuf").waitFor();
      await row.getByText("OTEL_EXPORTER_OTLP_PROTOCOL=http/json").waitFor();
      await expectSound(watched);
      await row.getByRole("link").click();
      await page.waitForURL(/settings\/keys\?key=/);
      await page.locator("tr.chosen").waitFor();
      expect(await page.locator("tr.chosen").count()).toBe(1);
      await expectSound(watched);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "an administrator of another organization sees none of these keys, accounts and developers, even by their address",
    async () => {
      const headers = {
        authorization: `Bearer ${browsed.server.keys.admin}`,
        "content-type": "application/json",
      };
      const body = JSON.stringify({ name: "Ada's laptop", role: "member", developer: "ada@example.com" });
      const made = await fetch(`${browsed.server.url}/v1/admin/keys`, { method: "POST", headers, body });
      const { developer } = (await made.json()) as { developer: { id: string } };
      const account = await run("accounts", "create", "grace@example.com");
      await run("orgs", "create", "others");
      const { key } = await run("keys", "create", "--org", "others", "--role", "admin", "--name", "lead");
      const { page, complaints } = await openAs(String(key), "/settings/keys");
      await page.getByText("1 key is valid").waitFor();
      expect(await page.getByText("Ada's laptop").count()).toBe(0);
      await page.goto(`/settings/accounts?account=${String(account["id"])}`);
      await page.getByText("Nobody has an account yet").waitFor();
      await page.getByText("Nobody here has that account").waitFor();
      expect(await page.getByText("grace@example.com").count()).toBe(0);
      await page.goto(`/settings/developers?person=${developer.id}`);
      await page.getByText("No developer is known yet").waitFor();
      expect(await page.getByText("ada@example.com", { exact: true }).count()).toBe(0);
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a stage that is not ready is what the page says first, with the reason",
    async () => {
      await browsed.server.stop();
      await browsed.server.startAgain({ SCORING_DISK_FLOOR_SHARE: "1" });
      const watched = await openAs(browsed.server.keys.admin, "/settings");
      await watched.page.getByText("Disk is not ready", { exact: true }).waitFor();
      await watched.page
        .getByRole("table", { name: "Stages" })
        .getByRole("row", { name: "Disk" })
        .getByText("not ready")
        .waitFor();
      await expectSound(watched);
      leave(watched.page);
    },
    PATIENCE_MS,
  );

  test(
    "without a judge model its page says so, and which setting names one",
    async () => {
      // the server of the test before has none
      const { page, complaints } = await openAs(browsed.server.keys.admin, "/settings/model");
      await page.getByText(/^No judge model is set: [\d,]+ prompts wait/).waitFor();
      for (const name of ["Make a test call", "What would it take?"])
        expect(await page.getByRole("button", { name }).isDisabled()).toBe(true);
      await page.getByText("scoring serve --llm-base-url").waitFor();
      expect(complaints).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );
});
