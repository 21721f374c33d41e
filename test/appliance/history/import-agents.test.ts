/** `scoring import AGENT`, again and again. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codexHistory } from "../../../src/history/codex/source.ts";
import { append, filesOf, homeWith } from "../../history/homes.ts";
import { joinTestAppliance, type TestAppliance } from "../running.ts";
import { runImport, shownOf } from "./shown.ts";

let appliance: TestAppliance;
beforeAll(async () => {
  appliance = await joinTestAppliance("later");
});
afterAll(() => appliance.stop());

/** An organization, and a home with two threads of Codex. */
async function somebody() {
  const organization = await appliance.addOrganization();
  const home = homeWith("codex-tui-edit-compact");
  const state = mkdtempSync(join(tmpdir(), "state-"));
  const where = { home, state, appliance, key: organization.key };
  const importing = async (...more: string[]) => {
    const { code, out, err } = await runImport("codex", where, "--json", ...more);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const [agent] = JSON.parse(out).agents;
    return agent as Record<string, unknown>;
  };
  return { organization, home, state, where, importing };
}

describe("an import of an agent's history", () => {
  test("shows in a dry run what it would send, and sends nothing", async () => {
    const { organization, importing, where } = await somebody();
    expect(await importing("--dry-run")).toMatchObject({
      sessions: 2,
      prompts: 14,
      calls: 41,
      tokens: 2_474_176,
    });
    const { out } = await runImport("codex", where, "--dry-run");
    expect(out).toContain("Nothing was sent");
    await appliance.written();
    expect((await appliance.held(organization.id)).logs ?? 0).toBe(0);
  });

  test("sends nothing the second time, and then only what a session has got", async () => {
    const { organization, home, importing } = await somebody();
    const first = await importing();
    await appliance.written();
    expect((await appliance.held(organization.id)).logs).toBe(Number(first["records"]));
    expect(await importing()).toMatchObject({ records: 0, unchanged: 2 });
    const path = filesOf(codexHistory, home)[1]?.path ?? "";
    append(path, lineOf("Add a multiply function."));
    expect(await importing()).toMatchObject({ records: 1, prompts: 1, unchanged: 1 });
    await appliance.written();
    expect((await appliance.held(organization.id)).logs).toBe(Number(first["records"]) + 1);
  });

  test("changes nothing when it has forgotten what it sent", async () => {
    const { organization, state, importing } = await somebody();
    await importing();
    await appliance.settled();
    const before = await shownOf(appliance, organization);
    rmSync(join(state, ".local"), { recursive: true });
    expect(await importing()).toMatchObject({ sessions: 2, prompts: 14 });
    await appliance.settled();
    expect(await shownOf(appliance, organization)).toEqual(before);
  });

  test("leaves out sessions that did not change in the days asked for", async () => {
    const { importing } = await somebody();
    expect(await importing("--dry-run", "--since", "0d")).toMatchObject({ sessions: 0 });
    expect(await importing("--dry-run", "--since", "1d")).toMatchObject({ sessions: 2 });
  });

  test.each([[200], [404]])(
    "is begun and ended on the server, where that answers %d to it",
    async (status) => {
      const { where } = await somebody();
      const asked: string[] = [];
      await using server = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        async fetch(request) {
          const { pathname } = new URL(request.url);
          asked.push(`${request.method} ${pathname.replace(/[\da-f-]{36}/, "ID")}`);
          // as a server answers that is older
          if (pathname.startsWith("/v1/imports") && status === 404) return new Response("", { status });
          return fetch(appliance.url + pathname, request);
        },
      });
      const behind = { ...where, appliance: { ...appliance, port: server.port ?? 0 } };
      expect(await runImport("codex", behind, "--json")).toMatchObject({ code: 0, err: "" });
      const [health, begun, ...rest] = asked;
      const ended = status === 404 ? [] : ["DELETE /v1/imports/ID"];
      expect([health, begun]).toEqual(["GET /health", "POST /v1/imports"]);
      expect(new Set(rest)).toEqual(new Set(["POST /v1/logs", ...ended]));
      expect(rest.at(-1)).toBe(ended[0] ?? "POST /v1/logs");
    },
  );

  test("says what is missing", async () => {
    const { where } = await somebody();
    expect((await runImport("codex", where, "--since", "soon")).err).toContain(
      "--since needs a number of days",
    );
    expect((await runImport("codex", { ...where, key: "unknown" })).err).toContain("does not know this key");
  });
});

/** A prompt as Codex writes it. */
function lineOf(text: string): string {
  const item = { type: "UserMessage", id: "more", content: [{ type: "text", text }] };
  const at = "2026-11-21T23:59:00.000Z";
  const times = { started_at_ms: Date.parse(at), completed_at_ms: Date.parse(at) };
  const payload = {
    type: "item_completed",
    thread_id: "01a2007c-1a3e-7940-abf1-a41dbb29a8b1",
    item,
    ...times,
  };
  return `${JSON.stringify({ timestamp: at, ordinal: 9999, type: "event_msg", payload })}\n`;
}
