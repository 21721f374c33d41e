/** Judging earlier prompts again by another model, from the page of the judge model in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { promptLog } from "../appliance/requests.ts";
import { eventually } from "../appliance/running.ts";
import { type ScriptedModel, startScriptedModel } from "../judge/scripted-model.ts";
import { isSkipped } from "../skipped.ts";
import { browseNewServer } from "./browsed-server.ts";
import { expectFits, expectSound, leave, openSignedIn, PATIENCE_MS } from "./looks.ts";
import { fetchAgain } from "../fetch-again.ts";

const TEXT = "Add a --json flag to the export command in src/export.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("judging again", () => {
  let model: ScriptedModel;
  const settings = (name: string) => ({
    SCORING_LLM_BASE_URL: model.url,
    SCORING_LLM_MODEL: name,
    SCORING_LLM_CHECK: "false",
  });
  const browsed = browseNewServer(() => {
    model = startScriptedModel();
    return settings("earlier");
  });

  /** The rubric and the model that the prompt's marks are of. */
  async function judgedBy(): Promise<string | null> {
    const { url, keys } = browsed.server;
    const headers = { authorization: `Bearer ${keys.admin}` };
    const answer = await fetch(`${url}/scoring/prompt-rubric/prompts`, { headers });
    if (!answer.ok) return null;
    const { prompts } = (await answer.json()) as { prompts: { agentVersion: string | null }[] };
    return prompts[0]?.agentVersion ?? null;
  }

  beforeAll(async () => {
    const { url, keys } = browsed.server;
    const headers = { authorization: `Bearer ${keys.member}`, "content-type": "application/json" };
    const body = JSON.stringify(promptLog({ text: TEXT }));
    expect((await fetchAgain(`${url}/v1/logs`, { method: "POST", headers, body })).status).toBe(200);
    await eventually(async () => (await judgedBy())?.includes("earlier") === true);
    await browsed.server.stop();
    await browsed.server.startAgain(settings("gpt-5-mini"));
  }, 2 * PATIENCE_MS);

  afterAll(() => model.stop(), PATIENCE_MS);

  test(
    "says first what it would take, then starts, and says when it is done",
    async () => {
      const { browser, server } = browsed;
      const signIn = { url: server.url, key: server.keys.admin };
      const watched = await openSignedIn(browser, signIn, { address: "/settings/model" });
      const { page } = watched;
      const estimate = page.getByRole("button", { name: "What would it take?" });
      const start = page.getByRole("button", { name: "Judge again" });
      await estimate.waitFor();
      expect(await start.count()).toBe(0);

      const before = model.calls.length;
      await estimate.click();
      await page
        .getByText(/^gpt-5-mini would be asked about 1 prompt: about \d.* tokens, for less than \$0\.01\.$/)
        .waitFor();
      await start.waitFor();
      await expectSound(watched);
      expect([model.calls.length, await judgedBy()]).toEqual([before, expect.stringContaining("earlier")]);

      await start.click();
      await page.getByText("1 prompt judged again by gpt-5-mini.").waitFor();
      expect(model.calls.slice(before).map((call) => call.model)).toEqual(["gpt-5-mini"]);
      expect(await judgedBy()).toContain("gpt-5-mini");
      expect([await start.count(), await page.getByText("would be asked").count()]).toEqual([0, 0]);
      await expectFits(watched);

      await estimate.click();
      await page.getByText("Nothing to do: every grade of that time is from").waitFor();
      expect(await start.count()).toBe(0);
      await expectSound(watched);
      leave(page);
    },
    PATIENCE_MS,
  );
});
