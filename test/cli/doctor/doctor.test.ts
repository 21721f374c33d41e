import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newestOf } from "../../../embedded/dashboard/api/newest-of.ts";
import { lockDirectory } from "../../../src/database/lock.ts";
import { issueKey } from "../../../src/identity/keys/issue.ts";
import { selectKeys } from "../../../src/identity/keys/table.ts";
import { selectOrganizations } from "../../../src/identity/organizations/table.ts";
import { checkClock, compareClocks } from "../../../src/cli/doctor/machine.ts";
import { startTestAppliance, type OwnAppliance, type TestOrganization } from "../../appliance/running.ts";
import { dataDirectory, startScoring } from "../command-line.ts";
import { run, scoring } from "../in-process.ts";
import { localStores, openDatabaseOf } from "../../../src/stores.ts";
import { freePort } from "../../../scripts/free-port.ts";

interface Finding {
  check: string;
  state: string;
  found: string;
  remedy: string | null;
}

interface Answer {
  findings: Finding[];
  agents: { agent: string; version: string | null; sessions: number; records: object }[];
}

type ReceivedLog = Parameters<typeof newestOf>[0][number];

/** Where nobody listens, and where everybody may. */
const NOBODY = `127.0.0.1:${freePort()}`;
const BODY = join(import.meta.dir, "../../fixtures/bodies/codex-0.169.0-logs.json");
// a child process that reads a database, tries programs and waits for a record, on a busy machine

let appliance: OwnAppliance;
let ours: TestOrganization;

beforeAll(async () => {
  appliance = await startTestAppliance();
  ours = await appliance.addOrganization();
  expect((await appliance.send("/v1/logs", await Bun.file(BODY).text(), ours.key)).status).toBe(200);
  await appliance.settled();
});

afterAll(() => appliance.stop());

async function examine(
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; answer: Answer }> {
  const { code, out, err } = await scoring(["doctor", "--json", ...args], environment);
  expect(err).toBe("");
  return { code, answer: JSON.parse(out) as Answer };
}

function running(...args: string[]): string[] {
  return [
    "--data-dir",
    appliance.directory,
    "--listen",
    `127.0.0.1:${appliance.port}`,
    "--org",
    ours.id,
    ...args,
  ];
}

function stopped(directory: string): string[] {
  return ["--data-dir", directory, "--listen", NOBODY];
}

/**
 * Sends two records of Codex that report no prompt, from another organization.
 *
 * @remarks Takes their time; null for none.
 */
async function sendWithoutPrompt(version: string, at: number | null = null): Promise<void> {
  const theirs = await appliance.addOrganization();
  const attributes = [{ key: "event.name", value: { stringValue: "codex.startup_phase" } }];
  const resource = {
    attributes: [
      { key: "service.name", value: { stringValue: "codex_cli_rs" } },
      { key: "service.version", value: { stringValue: version } },
    ],
  };
  const record = { attributes, ...(at !== null && { timeUnixNano: `${at}000000` }) };
  const body = { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record, record] }] }] };
  expect((await appliance.send("/v1/logs", body, theirs.key)).status).toBe(200);
  await appliance.settled();
}

function findingOf({ findings }: Answer, check: string): Finding | undefined {
  return findings.find((finding) => finding.check === check);
}

/** Asks again where the machine is so busy that a stage has not answered in time. */
async function examineAnswering() {
  for (let times = 1; ; times += 1) {
    const { code, answer } = await examine(running());
    if (answer.findings.every(({ found }) => found !== "it does not answer")) return { code, answer, times };
  }
}

describe("scoring doctor while a server runs", () => {
  test("finds nothing wrong, and its record again", async () => {
    const { code, answer, times } = await examineAnswering();
    expect(answer.findings.filter(({ state }) => state === "fail")).toEqual([]);
    expect(findingOf(answer, "canary")?.found).toMatch(/^a test record could be queried [\d.]+ s after/);
    expect(findingOf(answer, "server")?.state).toBe("ok");
    expect(code).toBe(0);
    const canaries = await appliance.get("/v1/telemetry/logs?event=scoring.canary", ours.key);
    const { logs } = (await canaries.json()) as { logs: ReceivedLog[] };
    expect(logs).toHaveLength(times);
    // the page that waits for an agent does not take this record for an agent's
    expect(newestOf(logs, [])).toBeNull();
    const resource = { "service.name": "codex_cli_rs", "service.version": "0.169.0" };
    const older = { timestamp: "2026-11-01T00:00:00Z", resource };
    expect(newestOf([...logs, older], [])).toEqual({ at: older.timestamp, sender: "codex_cli_rs 0.169.0" });
  });

  test("sends its record with the first admin key, where no organization is named", async () => {
    const { answer } = await examine(running().filter((arg) => arg !== "--org" && arg !== ours.id));
    expect(findingOf(answer, "canary")?.state).not.toBe("fail");
    const admin = appliance.firstKeys?.admin ?? "";
    const canaries = await appliance.get("/v1/telemetry/logs?event=scoring.canary", admin);
    const { logs } = (await canaries.json()) as { logs: { developer: { name: string } }[] };
    expect(logs.map(({ developer }) => developer.name)).toEqual(["first admin key"]);
  });

  test("makes a key for itself where the first admin key is revoked", async () => {
    const elsewhere = await startTestAppliance();
    try {
      const { directory, port, firstKeys } = elsewhere;
      const listed = await scoring(["keys", "list", "--json", "--data-dir", directory]);
      const { keys } = JSON.parse(listed.out) as { keys: { id: string; role: string }[] };
      const id = keys.find(({ role }) => role === "admin")?.id ?? "";
      expect((await scoring(["keys", "revoke", id, "--data-dir", directory])).code).toBe(0);
      expect(readFileSync(join(directory, "first-keys"), "utf8")).toContain(firstKeys?.admin ?? "none");
      const { answer } = await examine(["--data-dir", directory, "--listen", `127.0.0.1:${port}`]);
      expect(findingOf(answer, "canary")?.found).toMatch(/^a test record could be queried/);
    } finally {
      await elsewhere.stop();
    }
  });

  test("leaves no key behind", async () => {
    const keysOf = async () =>
      (await scoring(["keys", "list", "--json", "--data-dir", appliance.directory])).out;
    const before = JSON.parse(await keysOf());
    rmSync(join(appliance.directory, "first-keys"), { force: true });
    expect(findingOf((await examine(running())).answer, "canary")?.state).not.toBe("fail");
    const ids = ({ keys }: { keys: { id: string }[] }) => keys.map(({ id }) => id);
    expect(ids(JSON.parse(await keysOf()))).toEqual(ids(before));
  });

  test("says which signals each agent and version sends", async () => {
    const { answer } = await examine(running("--agent", "codex", "--key", ours.key));
    const records = { logs: 24, metrics: 0, traces: 0 };
    expect(answer.agents).toEqual([
      expect.objectContaining({ agent: "codex", version: "0.169.0", sessions: 1, records }),
    ]);
    expect(findingOf(answer, "codex 0.169.0")?.state).toBe("ok");
  });

  test("is not content with records that report no prompt, and says what is likely wrong", async () => {
    await sendWithoutPrompt("0.170.0");
    const { answer } = await examine(running("--agent", "codex", "--key", ours.key));
    const finding = findingOf(answer, "codex 0.170.0");
    expect(finding?.state).toBe("warn");
    expect(finding?.found).toBe("0 sessions; read 2 logs, 0 metrics, 0 traces, and no prompt");
    expect(finding?.remedy).toContain("codex app-server daemon stop");
    expect(findingOf(answer, "codex 0.169.0")?.state).toBe("ok");
  });

  test("looks at the clocks first where records have impossible times", async () => {
    await sendWithoutPrompt("0.171.0", Date.UTC(2100, 0, 1));
    const { answer } = await examine(running("--agent", "codex", "--key", ours.key));
    const finding = findingOf(answer, "codex 0.171.0");
    expect(finding?.found).toEndWith(
      "and no prompt; 2 records of all agents have an impossible time, which counts nowhere",
    );
    expect(finding?.remedy).toStartWith(
      "set the clocks of the server and of the agent's machine; where they",
    );
  });

  test("says how to make an agent send that has not", async () => {
    const { answer } = await examine(running("--agent", "gemini", "--key", ours.key));
    expect(findingOf(answer, "gemini")).toMatchObject({ state: "warn" });
    expect(findingOf(answer, "gemini")?.remedy).toContain("scoring connect gemini");
  });

  test("fails with a key that the server does not know", async () => {
    const { code, answer } = await examine(running("--key", "scoring_nonsense"));
    expect(findingOf(answer, "canary")).toMatchObject({ state: "fail" });
    expect(findingOf(answer, "canary")?.found).toContain("401");
    expect(code).toBe(1);
  });

  test("is called wrongly with an agent that does not exist", async () => {
    const { code, err } = await scoring(["doctor", ...running("--agent", "clod")]);
    expect(code).toBe(2);
    expect(err).toContain("--agent is one of claude-code, codex");
  });

  test("reports objects that nobody lists, that are gone, and that are damaged", async () => {
    const hour = join(appliance.directory, "objects", folderOf(`org=${ours.id}`));
    const [name = ""] = readdirSync(hour);
    const [path, aside] = [join(hour, name), join(appliance.directory, "aside")];
    const strange = name.replace(/^\d+/, "0000000000000000");
    renameSync(path, aside);
    writeFileSync(join(hour, strange), "");
    const gone = await examine(running("--key", ours.key));
    renameSync(aside, path);
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.from(bytes).fill(0, 20, 60));
    const damaged = await examine(running("--key", ours.key));
    expect(findingOf(gone.answer, "orphan objects")?.found).toContain(strange);
    expect(findingOf(gone.answer, "missing objects")?.found).toContain(name);
    expect(findingOf(damaged.answer, "damaged frames")?.found).toContain(name);
    expect([gone.code, damaged.code]).toEqual([1, 1]);
  });
});

/** The one folder of an hour below the organization's. */
function folderOf(organization: string): string {
  let folder = join(organization, "signal=logs");
  for (;;) {
    const [inner = ""] = readdirSync(join(appliance.directory, "objects", folder));
    if (!inner.includes("=")) return folder;
    folder = join(folder, inner);
  }
}

describe("scoring doctor that is interrupted", () => {
  test("removes the key that it made, and one that a killed doctor left", async () => {
    const { directory } = await dataDirectory();
    const asked = Promise.withResolvers<void>();
    await using server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: ({ url, method }) => {
        if (method === "GET") return url.endsWith("/health") ? new Response("ok") : Response.json(READY);
        asked.resolve();
        return new Promise<Response>(() => {}); // it never answers the record
      },
    });
    const lock = lockDirectory(directory);
    await leaveKey(directory);
    const child = startScoring(["doctor", "--data-dir", directory, "--listen", `127.0.0.1:${server.port}`]);
    await Promise.race([asked.promise, child.exited]);
    expect(await namesOfKeys(directory)).toHaveLength(3);
    child.kill("SIGINT");
    expect(await child.exited).toBe(1);
    expect(await child.stderr.text()).toContain("interrupted; its key is removed");
    expect(await namesOfKeys(directory)).toEqual(["ada", "first admin key"]);
    if (lock.ok) lock.value.release();
  });
});

const READY = { status: "ready", stages: {} };
const MOMENTARY = "scoring doctor, removed when it ends";

async function leaveKey(directory: string): Promise<void> {
  const database = openDatabaseOf(localStores(directory), "write");
  const [organization] = await selectOrganizations(database);
  const organizationId = organization?.id ?? "";
  await issueKey(database, { organizationId, name: MOMENTARY, role: "member", developerId: null }, 0);
  await database.destroy();
}

async function namesOfKeys(directory: string): Promise<string[]> {
  const database = openDatabaseOf(localStores(directory), "read");
  const names = (await selectKeys(database)).map(({ name }) => name);
  await database.destroy();
  return names.toSorted();
}

describe("scoring doctor of another directory than the server's", () => {
  test("says so, and sends no record with a key that the server cannot know", async () => {
    const { directory } = await dataDirectory();
    const { answer } = await examine(["--data-dir", directory, "--listen", `127.0.0.1:${appliance.port}`]);
    expect(findingOf(answer, "server's directory")).toMatchObject({
      state: "warn",
      found: `http://127.0.0.1:${appliance.port} is the server of another data directory than ${directory}`,
    });
    expect(findingOf(answer, "server")?.state).toBe("ok");
    expect(findingOf(answer, "canary")).toBeUndefined();
  });

  test("checks the server when there is no directory at all", async () => {
    const { code, answer } = await examine(["--listen", `127.0.0.1:${appliance.port}`, "--key", ours.key]);
    expect(code).toBe(0);
    expect(answer.findings.map(({ check, state }) => `${check}: ${state}`)).toEqual([
      "data directory: warn",
      "server: ok",
      "server's directory: warn",
      expect.stringMatching(/^canary: (ok|warn)$/),
    ]);
  });

  test("fails when there is neither", async () => {
    const { code, err } = await scoring(["doctor", "--listen", NOBODY]);
    expect(code).toBe(1);
    expect(err).toContain(`does not exist, and no server answers on http://${NOBODY}`);
  });

  test("does not say of another directory that it does not exist", async () => {
    const { code, err } = await scoring(["doctor", ...stopped(import.meta.dir)]);
    expect(code).toBe(1);
    expect(err.replaceAll(/\s+/g, " ")).toContain(
      `the directory ${import.meta.dir} holds no data of a server, and no server answers on http://${NOBODY}`,
    );
  });
});

describe("scoring doctor without a server", () => {
  test("only warns, and sends nothing", async () => {
    const { directory } = await dataDirectory();
    const { code, answer } = await examine(stopped(directory));
    expect(findingOf(answer, "server")).toMatchObject({ state: "warn", remedy: "start it: scoring serve" });
    expect(findingOf(answer, "canary")).toBeUndefined();
    expect(findingOf(answer, "agents")?.state).toBe("warn");
    expect(code).toBe(0);
  });

  test("reports another program at its address", async () => {
    const { directory } = await dataDirectory();
    await using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("hello") });
    const listen = `127.0.0.1:${other.port}`;
    const { code, answer } = await examine(["--data-dir", directory, "--listen", listen]);
    expect(findingOf(answer, "port")).toMatchObject({
      state: "fail",
      found: `another program listens on ${listen}`,
    });
    expect(code).toBe(1);
  });

  test("reports a data directory that others can look into", async () => {
    const { directory } = await dataDirectory();
    chmodSync(directory, 0o755);
    const { code, answer } = await examine(stopped(directory));
    expect(findingOf(answer, "permissions")?.remedy).toBe(`chmod 700 ${directory}`);
    expect(code).toBe(1);
  });

  test("reports what could not become records", async () => {
    const { directory } = await dataDirectory();
    mkdirSync(join(directory, "quarantine"));
    writeFileSync(join(directory, "quarantine", "0000000000000007.message"), "?");
    const finding = findingOf((await examine(stopped(directory))).answer, "quarantine");
    expect(finding).toMatchObject({ state: "warn" });
    expect(finding?.found).toContain("0000000000000007.message");
  });

  test("reports first keys that still are in the open", async () => {
    const { directory } = await dataDirectory();
    writeFileSync(join(directory, "first-keys"), "");
    expect(findingOf((await examine(stopped(directory))).answer, "first keys")?.state).toBe("warn");
  });

  test("reports a temporary directory that is not there", async () => {
    const { directory } = await dataDirectory();
    const missing = join(directory, "missing");
    const { code, answer } = await examine(stopped(directory), { BUN_TMPDIR: missing });
    expect(findingOf(answer, "temporary directory")?.remedy).toContain("set BUN_TMPDIR");
    expect(code).toBe(1);
  });

  test("reports a disk below its floor", async () => {
    const { directory } = await dataDirectory();
    const { code, answer } = await examine(stopped(directory), { SCORING_DISK_FLOOR_SHARE: "1" });
    expect(findingOf(answer, "disk")?.state).toBe("fail");
    expect(code).toBe(1);
  });
});

describe("the clock", () => {
  const now = Date.UTC(2026, 10, 21);

  test("is compared with the server's", async () => {
    const args = ["doctor", "--json", "--listen", `127.0.0.1:${appliance.port}`];
    const { out } = await run(args, { clock: () => now });
    const found = findingOf(JSON.parse(out) as Answer, "server's clock");
    expect(found).toMatchObject({ state: "warn", remedy: expect.stringContaining("NTP") });
    expect(found?.found).toEndWith(", this command's 2026-11-21T00:00:00.000Z");
  });

  test("may differ from the server's by a minute", () => {
    expect([-60_000, 60_000].flatMap((ahead) => compareClocks(now, now + ahead))).toEqual([]);
    expect([-60_001, 60_001].flatMap((ahead) => compareClocks(now, now + ahead))).toHaveLength(2);
  });

  const NOTHING_KNOWN = { lastArrival: null, clockDoubt: null, builtAt: null };

  test("is wrong before the program was built", () => {
    expect(checkClock(now, { ...NOTHING_KNOWN, builtAt: now + 1 })[0]).toMatchObject({ state: "fail" });
  });

  test("lets old records stay while the server doubts it", () => {
    const seen = { firstSequence: 1, lastSequence: null, beganAt: now, endedAt: null, lookedAt: now };
    const counted = { ranMs: 3 * 3_600_000, agreeing: 1, disagreeing: 0 };
    const clockDoubt = { ...seen, ...counted, reason: "past_last_arrival" as const, comparedWith: 0 };
    const [, waits] = checkClock(now, { ...NOTHING_KNOWN, clockDoubt });
    expect(waits).toMatchObject({ state: "warn", check: "retention" });
    expect(waits?.remedy).toContain("scoring retention confirm");
    expect(waits?.remedy).toContain("(3 so far)");
  });

  test("is believed when nothing has arrived after it", () => {
    expect(checkClock(now, { ...NOTHING_KNOWN, lastArrival: now - 1 })[0]?.state).toBe("ok");
    expect(checkClock(now, NOTHING_KNOWN)[0]?.state).toBe("ok");
  });

  test("was set back when something has", () => {
    expect(checkClock(now, { ...NOTHING_KNOWN, lastArrival: now + 3_600_000 })).toMatchObject([
      { state: "warn" },
    ]);
  });

  test("is wrong before there were coding agents", () => {
    expect(checkClock(0, NOTHING_KNOWN)[0]?.state).toBe("fail");
  });
});
