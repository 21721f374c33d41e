/** A purge where others sent under the same ids: all of the person's goes, and nothing of anybody else's. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import { compact } from "../../../src/database/sqlite/erase.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { developerToBind, findDeveloper } from "../../../src/identity/developers/directory.ts";
import { issueKey } from "../../../src/identity/keys/issue.ts";
import { Purging } from "../../../src/insights/governance/keep-purging.ts";
import { beginPurge, type PurgeParts, runPurge } from "../../../src/insights/governance/purge.ts";
import { Measurer } from "../../../src/sessions/measurer.ts";
import { MINUTE } from "../../../src/vocabulary/units.ts";
import { findFrames } from "../../../src/catalogue/frame-table.ts";
import { readPosition } from "../../../src/books/progress-table.ts";
import { sweepRemoved } from "../../../src/writer/upkeep/sweep.ts";
import { Holding } from "../../writer/upkeep/holding.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { agentSessionId } from "../../../src/vocabulary/held-name.ts";

const prices = loadPrices({ pricesFile: null });
const TRACE = "0af7651916cd43dd8448eb211c80319c";

let holding: Holding;
let organization: string;
beforeEach(async () => {
  holding = await Holding.open();
  organization = await holding.addOrganization();
});
afterEach(() => holding.close());

function changing<Value>(work: Parameters<typeof inTransaction<Value>>[2]): Promise<Value> {
  return inTransaction(holding.database, "full", work);
}

/**
 * Returns the key's id.
 *
 * @remarks Takes an e-mail, or null for a key that is bound to nobody.
 */
function addKey(developer: string | null, name: string): Promise<string> {
  return changing(async (transaction) => {
    const asked = { organizationId: organization, idOrEmail: developer ?? "" };
    const bound = developer === null ? null : await developerToBind(transaction, asked);
    const developerId = bound?.ok === true ? bound.value.id : null;
    const request = { organizationId: organization, name, role: "member" as const, developerId };
    return (await issueKey(transaction, request, holding.now)).record.id;
  });
}

/** A prompt and, in the same trace, a tool call that names no session. */
async function send(keyId: string, session: string, said: { text: string; person?: string }): Promise<void> {
  const { text, person } = said;
  holding.now += MINUTE;
  const span = (spanId: string, attributes: Record<string, string | undefined>) => ({
    traceId: TRACE,
    spanId,
    name: "chat",
    startTimeUnixNano: `${holding.now}000000`,
    endTimeUnixNano: `${holding.now}000000`,
    attributes: Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([key, stringValue]) => ({ key, value: { stringValue } })),
  });
  const named = { "gen_ai.conversation.id": session, "user.email": person };
  const spans = [
    span("b7ad6b7169203331", { "gen_ai.operation.name": "chat", note: text, ...named }),
    span("b7ad6b7169203332", { "gen_ai.operation.name": "execute_tool", note: `tool of ${text}` }),
  ];
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "some-agent" } }] };
  const body = { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] };
  await holding.write([body], { organizationId: organization, keyId });
}

async function work(): Promise<void> {
  await holding.examine();
  const measurer = new Measurer({
    database: holding.database,
    clock: () => holding.now,
    prices,
    outages: () => [],
  });
  while ((await measurer.round()).measured > 0);
}

function parts(): PurgeParts {
  return { ...holding.parts(), journalPath: join(holding.directory, "purges.jsonl") };
}

async function developerOf(email: string): Promise<string> {
  const found = await findDeveloper(holding.database, { organizationId: organization, idOrEmail: email });
  if (found === null) throw new Error(`nobody is called ${email}`);
  return found.id;
}

async function purge(email: string): Promise<void> {
  const developer = await developerOf(email);
  await runPurge(parts(), await beginPurge(parts(), { organization, developer }));
  await finish();
}

async function finish(): Promise<void> {
  const position = (await readPosition(holding.database, "writer"))?.sequence ?? 0;
  const more = { ...parts(), ...holding.parts(), lastSequence: async () => position };
  holding.now += MINUTE;
  const purging = new Purging(more);
  await purging.look();
  await work();
  await purging.look();
  holding.now += MINUTE; // nobody reads the old files any more
  await purging.look();
  expect(await holding.differences()).toEqual([]);
}

/** Every byte that is kept, objects unpacked. */
async function everything(): Promise<string> {
  await sweepRemoved(holding.parts(), 0);
  await compact(holding.database);
  const objects = holding.files().map(async (path) => {
    const bytes = readFileSync(join(holding.directory, "objects", path));
    return (await Bun.zstdDecompress(bytes)).toString();
  });
  const rows = ["", "-wal"].map((end) => readFileSync(join(holding.directory, `scoring.db${end}`), "latin1"));
  return [...(await Promise.all(objects)), ...rows].join("\n");
}

async function framesWith(session: string): Promise<number> {
  const window = { from: 0, to: Number.MAX_SAFE_INTEGER, event: null };
  const frames = findFrames(holding.database, {
    organization,
    signal: "traces",
    session: agentSessionId(session),
    ...window,
  });
  return (await Array.fromAsync(frames)).length;
}

describe("a purge of one of two who sent the same session and trace", () => {
  test.each([
    ["ann@x.y", "of ann", "of bob"],
    ["bob@x.y", "of bob", "of ann"],
  ])("takes what the key of %s sent, and nothing else", async (email, gone, left) => {
    const [ann, bob] = [await addKey("ann@x.y", "laptop of ann"), await addKey("bob@x.y", "laptop of bob")];
    await send(bob, "build-1", { text: "work of bob" });
    await send(ann, "build-1", { text: "work of ann" });
    await work();
    await purge(email);
    const kept = await everything();
    expect(kept).not.toContain(gone);
    expect(kept).not.toContain(email);
    expect(kept.split(`tool of work ${left}`)).toHaveLength(2);
    expect(await framesWith("build-1")).toBe(1);
  });

  test("takes what a shared key sent of the person, and not what another key sent of somebody else", async () => {
    const [one, two] = [await addKey(null, "team one"), await addKey(null, "team two")];
    await send(one, "build-1", { text: "work of ann", person: "ann@x.y" });
    await send(two, "build-1", { text: "work of bob", person: "bob@x.y" });
    await work();
    await purge("ann@x.y");
    const kept = await everything();
    expect(["work of ann", "ann@x.y"].filter((text) => kept.includes(text))).toEqual([]);
    expect(kept.split("work of bob")).toHaveLength(3);
  });
});

describe("what a record without a session says about others", () => {
  test("goes with the person whose key sent it, and stays with everybody else", async () => {
    const [ann, bob] = [await addKey("ann@x.y", "laptop of ann"), await addKey("bob@x.y", "laptop of bob")];
    for (const keyId of [ann, bob]) {
      const at = { startTimeUnixNano: `${holding.now}000000`, endTimeUnixNano: `${holding.now}000000` };
      const span = { traceId: TRACE, spanId: "b7ad6b7169203333", name: "op.dispatch.patch_approval", ...at };
      const resource = { attributes: [{ key: "service.name", value: { stringValue: "codex_cli_rs" } }] };
      const body = { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] };
      await holding.write([body], { organizationId: organization, keyId });
    }
    await work();
    const signs = () => wholeSchema(holding.database).selectFrom("neighbour_signs").select("key").execute();
    expect(await signs()).toHaveLength(2);
    await purge("ann@x.y");
    expect(await signs()).toEqual([{ key: bob }]);
  });
});
