/** The tour of docs/api.md, walked on a real appliance: what it shows is what comes out. */
import { afterAll, describe, expect, test } from "bun:test";
import type { ScoreRow } from "../../src/scores/answer.ts";
import { readText } from "../sources.ts";
import { joinTestAppliance } from "./running.ts";

const PAGE = readText("docs/api.md");
const SESSION = "docs/tour/codex-session.json";
const WINDOW = "from=2026-11-21T03:00:00Z&to=2026-11-21T04:00:00Z";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());
const { key } = await (await appliance.addOrganization()).addKey({ developer: "ada@example.com" });

async function ask<Answer>(path: string): Promise<Answer> {
  return (await (await appliance.get(`${path}?${WINDOW}`, key)).json()) as Answer;
}

describe("the tour", () => {
  test("sends a captured session that is taken as it is", async () => {
    const response = await appliance.send("/v1/logs", readText(SESSION), key);
    expect(PAGE).toContain(`--data-binary @${SESSION}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("{}");
  });

  test("shows the metrics that come out", async () => {
    await appliance.settled();
    const rows = await appliance.metrics(key);
    const shown = rows.map(({ agent, startedAt, state, ...row }) => [
      `"agent": "${agent}", "startedAt": "${startedAt}", "state": "${state}",`,
      `"scoreable": ${row.scoreable}, "outcome": "${row.outcome}", "turns": ${row.turns},`,
      `"sse": ${row.sse}, "pes": ${row.pes}, "ie": ${row.ie}, "crr": ${row.crr}, "fc": ${row.fc}, "qr": ${row.qr}, …`,
    ]);
    expect(shown.length).toBe(2);
    expect(shown.flat().filter((line) => !PAGE.includes(line))).toEqual([]);
  });

  test("shows the score row that comes out", async () => {
    const { scores } = await ask<{ scores: ScoreRow[] }>("/scoring/scores");
    const [row] = scores;
    const reasons = row?.missing?.reasons ?? [];
    expect(row?.state).toBe("learning");
    expect(PAGE).toContain(`"missing": { "scoreableSubSessions": ${row?.missing?.scoreableSubSessions},`);
    const shown = reasons.filter(({ input }) => input === "sse" || input === "pes");
    const lines = shown.flatMap(({ input, reason, remedy }) => [
      `{ "input": "${input}", "reason": "${reason}",`,
      `"remedy": "${remedy}"`,
    ]);
    expect(lines.filter((line) => !PAGE.includes(line))).toEqual([]);
    expect(lines.length).toBe(4);
  });
});
