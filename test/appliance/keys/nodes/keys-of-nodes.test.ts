/** Keys on their way from engines to ingest nodes, over a real server. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerNodes, type NodeService } from "../../../../src/appliance/keys/nodes/answer-nodes.ts";
import { KeyFollower } from "../../../../src/appliance/keys/nodes/follow-keys.ts";
import { KEYS_BUCKET } from "../../../../src/appliance/keys/nodes/key-note.ts";
import { hashKey, mintKey } from "../../../../src/identity/keys/key.ts";
import type { HeldKey, Register } from "../../../../src/identity/keys/register.ts";
import { connectTo, type StreamConnection } from "../../../../src/stream/connection.ts";
import { openBucket } from "../../../../src/stream/notes/bucket.ts";
import { EmbeddedServer } from "../../../../src/stream/server/server.ts";
import { systemClock } from "../../../../src/vocabulary/clock.ts";
import { createLog, silentLog } from "../../../../src/vocabulary/log.ts";
import { succeed } from "../../../../src/vocabulary/result.ts";
import { processesBelow } from "../../../../scripts/bench/processes.ts";
import { signalAll } from "../../../engines/kill.ts";
import { eventually } from "../../../eventually.ts";

const directory = mkdtempSync(join(tmpdir(), "keys-of-nodes-"));
let server: EmbeddedServer;
const connections: StreamConnection[] = [];

beforeAll(async () => {
  server = await EmbeddedServer.start(directory, 512 * 1024 * 1024, silentLog);
});

afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** An engine with a database that is a list. */
interface TestEngine {
  service: NodeService;
  keys: HeldKey[];
  used: string[];
  /** Makes a key that the engine has not passed on. */
  add(changes?: Partial<HeldKey>): string;
  /** Passes on what its database has. */
  publish(): Promise<void>;
  /** Changes a key, and passes that on. */
  change(key: string, changes: Partial<HeldKey>): Promise<void>;
}

async function connect(): Promise<StreamConnection> {
  const connection = await connectTo(server.address, "test");
  connections.push(connection);
  return connection;
}

/** Each test has a bucket with nothing in it. */
async function emptyBucket(): Promise<void> {
  const bucket = await openBucket(await connect(), KEYS_BUCKET);
  await Promise.all((await bucket.keys()).map((key) => bucket.delete(key)));
}

async function startEngine(clock = systemClock, keys: HeldKey[] = []): Promise<TestEngine> {
  const used: string[] = [];
  const register = (): Register => ({ keys: [...keys], accounts: [], organizations: [] });
  const service = await answerNodes({
    connection: await connect(),
    lookUp: async (hash) => succeed(keys.some((key) => key.hash === hash) ? register() : null),
    recordUses: (uses) => void used.push(...uses.map(({ keyId }) => keyId)),
    clock,
    log: silentLog,
  });
  const publish = (): Promise<void> => service.hold(register());
  return {
    service,
    keys,
    used,
    publish,
    add(changes = {}) {
      const key = mintKey();
      keys.push({ ...MEMBER, id: crypto.randomUUID(), hash: hashKey(key), ...changes });
      return key;
    },
    change(key, changes) {
      const index = keys.findIndex(({ hash }) => hash === hashKey(key));
      keys[index] = { ...(keys[index] ?? { ...MEMBER, id: "", hash: "" }), ...changes };
      return publish();
    },
  };
}

const MEMBER: Omit<HeldKey, "id" | "hash"> = {
  organizationId: "ours",
  role: "member",
  developerId: null,
  scopes: ["ingest"],
  endsAt: null,
  revokedAt: null,
};

async function startNode(): Promise<KeyFollower> {
  return new KeyFollower({ connected: connect(), clock: systemClock, log: silentLog });
}

async function judged(node: KeyFollower, key: string): Promise<string> {
  const judgement = await node.keyring.judge(`Bearer ${key}`);
  return judgement.ok ? "accepted" : judgement.problem.kind;
}

describe("keys of an ingest node", () => {
  test("are unread while the servers were never reached, and no engine was asked", async () => {
    const node = new KeyFollower({
      connected: new Promise<StreamConnection>(() => {}),
      clock: systemClock,
      log: silentLog,
    });
    expect(await judged(node, mintKey())).toBe("unread");
    expect(node.count).toBeNull();
    await node.stop();
  });

  test("are those of the bucket, with their ends, scopes and revocations, also without an engine", async () => {
    await emptyBucket();
    const engine = await startEngine();
    const [sends, ended, revoked] = [
      engine.add(),
      engine.add({ endsAt: systemClock() - 1 }),
      engine.add({ revokedAt: systemClock() }),
    ];
    await eventually(async () => {
      await engine.publish();
      return (await (await openBucket(await connect(), KEYS_BUCKET)).keys()).length === 3;
    });
    engine.service.stop();
    const node = await startNode();
    const answers = await Promise.all([sends, ended, revoked, mintKey()].map((key) => judged(node, key)));
    expect(answers).toEqual(["accepted", "ended", "revoked", "unread"]);
    await node.stop();
  });

  test("are passed on once the stream's server answers, where it did not at the engine's start", async () => {
    const connection = await connect();
    const reports: string[] = [];
    const log = createLog("plain", (line) => void reports.push(line));
    signalAll(processesBelow(server.pid ?? 0), "SIGSTOP");
    const starting = answerNodes({
      connection,
      lookUp: async () => succeed(null),
      recordUses: () => {},
      clock: systemClock,
      log,
    });
    await eventually(async () => reports.length > 0);
    signalAll(processesBelow(server.pid ?? 0), "SIGCONT");
    (await starting).stop();
    expect(reports).toEqual([expect.stringContaining("trying again")]);
  });

  test("stop within a second of their revocation at every node", async () => {
    await emptyBucket();
    const engine = await startEngine();
    const key = engine.add();
    await engine.publish();
    const nodes = await Promise.all([startNode(), startNode()]);
    for (const node of nodes) expect(await judged(node, key)).toBe("accepted");
    const revokedAt = performance.now();
    await engine.change(key, { revokedAt: systemClock() });
    await eventually(async () => {
      const answers = await Promise.all(nodes.map((node) => judged(node, key)));
      return answers.every((answer) => answer === "revoked");
    });
    // on a machine that is busy with other tests; a node that hears no news would accept it for ever
    expect(performance.now() - revokedAt).toBeLessThan(60_000);
    engine.service.stop();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  test("are asked for when an engine has made them and not passed them on yet", async () => {
    const engine = await startEngine();
    const node = await startNode();
    expect(await judged(node, engine.add())).toBe("accepted");
    expect(await judged(node, mintKey())).toBe("invalid");
    engine.service.stop();
    await node.stop();
  });

  test("are noted as used by one engine of several", async () => {
    const first = await startEngine();
    const second = await startEngine(systemClock, first.keys);
    const key = first.add();
    await first.publish();
    const node = await startNode();
    expect(await judged(node, key)).toBe("accepted");
    await node.keyring.passOnUses();
    await eventually(async () => first.used.length + second.used.length > 0);
    expect([...first.used, ...second.used]).toEqual([first.keys[0]?.id ?? ""]);
    first.service.stop();
    second.service.stop();
    await node.stop();
  });
});

describe("an engine that has read an older database than another one", () => {
  test("neither forgets a key nor puts one in force again before it is sure", async () => {
    await emptyBucket();
    // held: on a busy machine the five seconds of doubt would be over at once
    let now = systemClock();
    const later = (): number => now;
    const newer = await startEngine(later);
    const [fresh, revoked] = [newer.add(), newer.add()];
    const older = await startEngine(
      later,
      newer.keys.filter(({ hash }) => hash === hashKey(revoked)),
    );
    await eventually(async () => {
      await newer.publish();
      return (await (await openBucket(await connect(), KEYS_BUCKET)).keys()).length === 2;
    });
    await newer.change(revoked, { revokedAt: now });
    newer.service.stop();
    const node = await startNode();
    await eventually(async () => (await judged(node, revoked)) === "revoked");
    await older.publish();
    await older.publish();
    expect([await judged(node, revoked), await judged(node, fresh)]).toEqual(["revoked", "accepted"]);
    now += 6_000;
    await eventually(async () => (await judged(node, revoked)) === "accepted");
    older.service.stop();
    await node.stop();
  });
});

describe("while the servers are away", () => {
  test("keys that are known go on to be judged", async () => {
    await emptyBucket();
    const engine = await startEngine();
    const key = engine.add();
    await engine.publish();
    const node = await startNode();
    expect(await judged(node, key)).toBe("accepted");
    process.kill(server.pid ?? 0, "SIGSTOP");
    // it stops a moment later
    await eventually(async () => (await judged(node, mintKey())) === "unread");
    expect(await judged(node, key)).toBe("accepted");
    process.kill(server.pid ?? 0, "SIGCONT");
    await eventually(async () => (await judged(node, engine.add())) === "accepted");
    engine.service.stop();
    await node.stop();
  });
});
