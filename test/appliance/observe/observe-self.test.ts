import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTransaction } from "../../../src/database/transaction.ts";
import type { Readiness } from "../../../src/http/self/readiness.ts";
import { STATUS_ANSWER, type StatusAnswer } from "../../../src/http/self/status-answer.ts";
import { readBooks, setInBooks } from "../../../src/books/progress-table.ts";
import { openStream } from "../../http/event-stream/events.ts";
import { freePort } from "../../../scripts/free-port.ts";
import { hasParser, parseExposition } from "../../http/prometheus-parser.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "../running.ts";
import { localStores, openDatabaseOf } from "../../../src/stores.ts";
import { readText } from "../../sources.ts";

const BODIES = join(import.meta.dir, "../../fixtures/bodies");
const SCRAPER = `127.0.0.1:${freePort()}`;
const METRICS = `http://${SCRAPER}/metrics`;
const ONE_RECORD = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: "one" } }] }] }] };
// the watch looks at once and again after 5 s
const OPEN_METRICS = { accept: "application/openmetrics-text; version=1.0.0" };

let appliance: TestAppliance;
let ours: TestOrganization;
let theirs: TestOrganization;

beforeAll(async () => {
  appliance = await startTestAppliance({ settings: { metricsListen: SCRAPER } });
  [ours, theirs] = [await appliance.addOrganization(), await appliance.addOrganization()];
  for (const signal of ["logs", "metrics"]) {
    const body = await Bun.file(join(BODIES, `codex-0.169.0-${signal}.json`)).text();
    for (const _ of ["once", "and again, as after a lost answer"]) {
      expect((await appliance.send(`/v1/${signal}`, body, ours.key)).status).toBe(200);
    }
  }
  expect((await appliance.send("/v1/logs", "no JSON", ours.key)).status).toBe(400);
  await appliance.settled();
});

afterAll(() => appliance.stop());

async function status(): Promise<StatusAnswer> {
  return STATUS_ANSWER.parse(await (await appliance.get("/v1/admin/status", ours.admin)).json());
}

describe.each(["/metrics", "/v1/admin/status"])("%s", (path) => {
  test("is refused without a key", async () => {
    expect((await fetch(appliance.url + path)).status).toBe(401);
  });

  test("is refused to a member", async () => {
    expect((await appliance.get(path, ours.key)).status).toBe(403);
  });

  test("is answered to an admin", async () => {
    expect((await appliance.get(path, ours.admin)).status).toBe(200);
  });
});

describe("the figures of an organization", () => {
  test("are shown to its own admin", async () => {
    const text = await (await appliance.get("/metrics", ours.admin)).text();
    expect(text).toContain(
      `scoring_organization_objects_records{organization="${ours.id}",signal="logs"} 24`,
    );
    expect(text).not.toContain(theirs.id);
  });

  test("are not shown to another's admin", async () => {
    const text = await (await appliance.get("/metrics", theirs.admin)).text();
    expect(text).toContain(
      `scoring_organization_objects_records{organization="${theirs.id}",signal="logs"} 0`,
    );
    expect(text).not.toContain(ours.id);
  });

  test("are not shown without a key", async () => {
    const answer = await fetch(METRICS);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain("scoring_accepted_records_total");
    expect(text).not.toContain("organization");
  });
});

describe("the scraper's door", () => {
  test.each(["/", "/readyz", "/v1/admin/status", "/metrics/"])("has nothing at %s", async (path) => {
    expect((await fetch(`http://${SCRAPER}${path}`)).status).toBe(404);
  });

  test("only answers questions", async () => {
    const answer = await fetch(METRICS, { method: "POST", body: "1" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("the formats of /metrics", () => {
  test("are reported by the content type", async () => {
    const types = [await fetch(METRICS), await fetch(METRICS, { headers: OPEN_METRICS })].map((answer) =>
      answer.headers.get("content-type"),
    );
    expect(types).toEqual([
      "text/plain; version=0.0.4; charset=utf-8",
      "application/openmetrics-text; version=1.0.0; charset=utf-8",
    ]);
  });

  test.if(hasParser)("say the same to their parsers", async () => {
    const text = parseExposition(await (await fetch(METRICS)).text(), "text");
    const open = parseExposition(
      await (await fetch(METRICS, { headers: OPEN_METRICS })).text(),
      "openmetrics",
    );
    expect([...open.keys()]).toEqual([...text.keys()]);
    expect(open.get("scoring_accepted_records")).toEqual(text.get("scoring_accepted_records"));
    expect(open.get("scoring_publish_latency_seconds")?.type).toBe("histogram");
  });
});

describe("what is counted", () => {
  test("is what was sent, retries included, until the writer takes them out", async () => {
    const text = await (await fetch(METRICS)).text();
    const values = new Map(text.split("\n").map((line) => line.split(" ") as [string, string]));
    // and the one record by which the test waited
    expect(values.get('scoring_accepted_records_total{signal="logs"}')).toBe("49");
    expect(values.get('scoring_published_records_total{signal="logs"}')).toBe("49");
    expect(values.get('scoring_persisted_records_total{signal="logs"}')).toBe("25");
    expect(values.get('scoring_indexed_records_total{signal="logs"}')).toBe("25");
    expect(values.get("scoring_duplicate_requests_total")).toBe("2");
    expect(values.get('scoring_refused_requests_total{reason="malformed"}')).toBe("1");
    expect(values.get('scoring_lag_records{stage="writer"}')).toBe("0");
  });
});

describe("streams of cards", () => {
  test("are counted while they are open", async () => {
    const open = async (): Promise<string | undefined> =>
      (await (await fetch(METRICS)).text()).match(/^scoring_event_streams (\d+)$/m)?.[1];
    expect(await open()).toBe("0");
    const stream = await openStream(`${appliance.url}/v1/advisor/stream`, {
      authorization: `Bearer ${ours.admin}`,
    });
    expect(await open()).toBe("1");
    await stream.leave();
    await eventually(async () => (await open()) === "0");
  });
});

describe("the status", () => {
  test("has every stage, ready, and nothing behind", async () => {
    // on a slow machine a session may rest for a second
    const unready = async () =>
      (await status()).stages.filter(({ ready, detail }) => !ready || detail !== null);
    await eventually(async () => (await unready()).length === 0);
    const { status: all, stages } = await status();
    expect(all).toBe("ready");
    const names =
      "ingest stream disk objects database engine commands writer normaliser metrics checking judging advising summarizing baselines remaking days throttle scheduling alerting reporting upkeep purges books";
    const [, shown = ""] = /\nSTAGE .*\n((?:\w+ +ready .*\n)+)/.exec(readText("docs/operations.md")) ?? [];
    expect(shown.match(/^\w+/gm)?.join(" ")).toBe(names);
    expect(stages.map(({ stage }) => stage).join(" ")).toBe(names);
  });

  test("balances after the load", async () => {
    const { books } = await status();
    expect(books?.balanced).toBe(true);
    expect(books?.duplicate.requests).toBe(2);
    expect(books?.published?.requests).toBe(5);
    expect(books?.inStream).toEqual({ requests: 0, records: 0 });
  });
});

describe("the alarm of the books", () => {
  test("is in the status as soon as somebody asks", async () => {
    const database = openDatabaseOf(localStores(appliance.directory), "write");
    const { persisted } = await readBooks(database);
    const lost = { ...persisted, records: persisted.records + 7 };
    await inTransaction(database, "full", (transaction) => setInBooks(transaction, "persisted", lost));
    const { books } = await status();
    await inTransaction(database, "full", (transaction) => setInBooks(transaction, "persisted", persisted));
    await database.destroy();
    expect(books?.balanced).toBe(false);
    const wrong = books?.equations.filter(({ holds }) => !holds).map(({ left, right }) => left - right);
    expect(wrong).toEqual([-7, 7, -7]);
    expect((await status()).books?.balanced).toBe(true);
  });

  test("is at /readyz, in /metrics and in the status after the watch has looked twice", async () => {
    const directory = mkdtempSync(join(tmpdir(), "alarm-"));
    const first = await startTestAppliance({ directory });
    const { key } = await first.addOrganization();
    expect((await first.send("/v1/logs", ONE_RECORD, key)).status).toBe(200);
    await first.settled();
    await first.stop();
    const database = openDatabaseOf(localStores(directory), "write");
    await setInBooks(database, "expired", { frames: 0, records: 7 });
    await database.destroy();
    const second = await startTestAppliance({ directory });
    const { admin } = await second.addOrganization();
    await eventually(async () => {
      const ready = (await (await fetch(`${second.url}/readyz`)).json()) as Readiness;
      return ready.stages["books"]?.detail?.includes("records held") ?? false;
    });
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    const text = await (await second.get("/metrics", admin)).text();
    const status = STATUS_ANSWER.parse(await (await second.get("/v1/admin/status", admin)).json());
    await second.stop();
    rmSync(directory, { recursive: true });
    expect(text).toContain("\nscoring_books_differences 1\n");
    expect(status.books?.watch?.differences).toHaveLength(1);
  });
});
