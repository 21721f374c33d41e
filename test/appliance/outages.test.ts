/** What the appliance could not take is nobody's time: it keeps a journal of when it was down, full or refusing. */
import { afterAll, describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outageNotePath, outagesPath } from "../../src/appliance/layout.ts";
import { OutageJournal } from "../../src/appliance/outage-journal.ts";
import { outagesIn, readOutageNote, readOutages } from "../../src/appliance/outages.ts";
import { rebuild } from "../../src/appliance/rebuild/rebuild.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { HOUR, SECOND } from "../../src/vocabulary/units.ts";
import { logsBody } from "../normaliser/captured.ts";
import { quietly, readFrom } from "./at-rest.ts";
import { canonicalDump } from "./canonical-dump.ts";
import { startTestAppliance, type TestAppliance } from "./running.ts";
import { wholeSchema } from "../whole-schema.ts";
import { agentSessionId, idIn } from "../../src/vocabulary/held-name.ts";
import { localStores } from "../../src/stores.ts";

const folder = mkdtempSync(join(tmpdir(), "outages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOON = Date.UTC(2026, 10, 2, 12);
const instant = (at: number) => new Date(at).toISOString();

describe("the journal of outages", () => {
  let made = 0;
  /** A new folder, and a clock that is set by hand. */
  function beginning() {
    made += 1;
    const directory = mkdtempSync(join(folder, `journal-${made}-`));
    const time = { now: NOON };
    return { directory, time, open: () => OutageJournal.open(directory, () => time.now) };
  }

  test("says nothing of the time before the first start", async () => {
    const { directory, open } = beginning();
    await (await open()).close();
    expect(readOutages(directory)).toEqual([]);
  });

  test("says how long nobody served the directory", async () => {
    const { directory, time, open } = beginning();
    const first = await open();
    time.now += 20 * SECOND;
    await first.close();
    time.now += HOUR;
    await (await open()).close();
    const down = { from: instant(NOON + 20 * SECOND), to: instant(NOON + 20 * SECOND + HOUR), why: "down" };
    expect(readOutages(directory).at(-1)).toEqual(down as never);
    expect(outagesIn(directory)().at(-1)).toEqual({ start: Date.parse(down.from), end: Date.parse(down.to) });
  });

  test("loses no line behind one that was cut", async () => {
    const { directory, time, open } = beginning();
    await (await open()).close();
    const cut = '{"from":"2026-11-02T12:00';
    appendFileSync(outagesPath(directory), cut);
    time.now += HOUR;
    await (await open()).close();
    const down = { from: instant(NOON), to: instant(NOON + HOUR), why: "down" };
    expect(readOutages(directory)).toEqual([down as never]);
    expect(readFileSync(outagesPath(directory), "utf8")).toBe(`${cut}\n${JSON.stringify(down)}\n`);
  });

  test("reports it after a sudden end as well, from the last sign of life", async () => {
    const { directory, time, open } = beginning();
    const killed = await open(); // it is never closed
    time.now += HOUR;
    const next = await open();
    expect(readOutages(directory)).toEqual([{ from: instant(NOON), to: instant(NOON + HOUR), why: "down" }]);
    await next.close();
    await killed.close();
  });

  test("reports refusals while they last, and from when to when they lasted", async () => {
    const { directory, time, open } = beginning();
    const journal = await open();
    const outages = outagesIn(directory);
    time.now += SECOND;
    await journal.refused("full");
    expect(outages()).toEqual([{ start: NOON + SECOND, end: Infinity }]);
    time.now += 2 * SECOND;
    await journal.refused("full");
    time.now += 10 * SECOND;
    await journal.close();
    expect(readOutages(directory)).toEqual([
      { from: instant(NOON + SECOND), to: instant(NOON + 3 * SECOND), why: "full" },
    ]);
    expect(outages()).toEqual([{ start: NOON + SECOND, end: NOON + 3 * SECOND }]);
  });

  test("reports a process that was frozen, or whose machine slept", async () => {
    const { directory, time, open } = beginning();
    const journal = await open();
    time.now += HOUR;
    await journal.close();
    expect(readOutages(directory)).toEqual([{ from: instant(NOON), to: instant(NOON + HOUR), why: "down" }]);
  });

  test("reports nothing when the clock was set back meanwhile", async () => {
    const { directory, time, open } = beginning();
    await (await open()).close();
    time.now -= HOUR;
    await (await open()).close();
    expect(readOutages(directory)).toEqual([]);
  });

  test("leaves out what a power failure cut", async () => {
    const { directory, time, open } = beginning();
    await (await open()).close();
    time.now += HOUR;
    await (await open()).close();
    appendFileSync(outagesPath(directory), '{"from":"2026-11-02T1');
    expect(readOutages(directory)).toHaveLength(1);
    expect(readOutageNote(directory)?.refusing).toBeNull();
    expect(readFileSync(outageNotePath(directory))).toHaveLength(256);
  });
});

describe("a prompt after the appliance was down", () => {
  const directory = mkdtempSync(join(folder, "served-"));
  let key = "";

  test("has no human time before it, and one without an outage has", async () => {
    const first = await startTestAppliance({ directory });
    const organization = await first.addOrganization();
    key = organization.key;
    const began = systemClock() - 10 * SECOND;
    for (const session of ["through", "beside"]) await work(first, { session, at: began });
    await work(first, { session: "beside", at: began + 3 * SECOND });
    await first.settled();
    await first.stop();

    const second = await startTestAppliance({ directory });
    expect(existsSync(outagesPath(directory))).toBe(true);
    await work(second, { session: "through", at: systemClock() });
    await second.settled();
    expect(await humanSeconds(second)).toEqual([
      [agentSessionId("beside"), 2.999],
      [agentSessionId("through"), 0],
    ]);
    await second.stop();
  });

  test("has none either when everything is made again", async () => {
    const dump = await readFrom(directory, canonicalDump);
    await rebuild(localStores(directory), quietly);
    expect(await readFrom(directory, canonicalDump)).toEqual(dump);
    expect(dump["metrics"]?.length).toBeGreaterThan(0);
  });

  /** A prompt and the call that answers it. */
  async function work(appliance: TestAppliance, { session, at }: { session: string; at: number }) {
    const about = { "session.id": session, "app.entrypoint": "cli" };
    const body = logsBody("claude-code", [
      { at, attributes: { ...about, "event.name": "user_prompt", prompt: `Describe the part of ${at}` } },
      { at: at + 1, attributes: { ...about, "event.name": "api_request", model: "m", input_tokens: 9 } },
    ]);
    expect((await appliance.send("/v1/logs", body, key)).status).toBe(200);
  }

  async function humanSeconds(appliance: TestAppliance) {
    const rows = await wholeSchema(appliance.database)
      .selectFrom("metrics")
      .select(["session", "took_h"])
      .orderBy("session")
      .execute();
    return rows.map((row) => [idIn(row.session), row.took_h]);
  }
});
