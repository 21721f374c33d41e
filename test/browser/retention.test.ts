/** A session whose raw records have reached the end of their retention, in a real browser. */
import { beforeAll, describe, expect, test } from "bun:test";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { capturedSessions } from "../../src/demo/captured.ts";
import { eventually } from "../appliance/running.ts";
import { browseNewServer } from "./browsed-server.ts";
import { openSignedIn, PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";
import { fetchAgain } from "../fetch-again.ts";

interface Listed {
  sessionId: string;
  turns: number;
}

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("a session without its raw records", () => {
  const browsed = browseNewServer();
  let sessionId = "";

  beforeAll(async () => {
    const { server } = browsed;
    const [requests = []] = await capturedSessions(Date.now());
    const headers = { authorization: `Bearer ${server.keys.member}`, "content-type": "application/json" };
    for (const { path, body } of requests)
      await fetchAgain(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    await eventually(async () => {
      const answer = await fetch(`${server.url}/v1/sessions`, { headers });
      const { sessions } = (await answer.json()) as { sessions: Listed[] };
      sessionId = sessions.find(({ turns }) => turns > 0)?.sessionId ?? "";
      return sessionId !== "";
    });
    await server.stop();
    // more than this there is: the first round of upkeep removes every object
    await server.startAgain({ SCORING_RAW_MAX_BYTES: "1" });
    await eventually(async () => {
      const answer = await fetch(`${server.url}/v1/telemetry/logs?session_id=${sessionId}`, { headers });
      return answer.ok && ((await answer.json()) as { logs: unknown[] }).logs.length === 0;
    });
  }, 2 * PATIENCE_MS);

  test(
    "says so, keeps its turns and steps, and says it again where its records were",
    async () => {
      const { browser, server } = browsed;
      const reader = { url: server.url, key: server.keys.member };
      const { page, complaints } = await openSignedIn(browser, reader, { address: `/sessions/${sessionId}` });
      await page.getByText("Raw records of this session have expired").waitFor();
      expect(await page.getByRole("table", { name: "Turns" }).locator("a.to").count()).toBeGreaterThan(0);
      expect(await page.locator(".steps li").count()).toBeGreaterThan(0);
      await page.getByRole("link", { name: "Raw records of this turn" }).click();
      await page
        .getByRole("heading", { name: "These records have reached the end of their retention" })
        .waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
