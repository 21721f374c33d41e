/** Sends one record through the whole flow and waits until it can be queried. */
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { batchLimits } from "../../appliance/engine/batch-limits.ts";
import { firstKeysPath } from "../../appliance/layout.ts";
import { type IssuedKey, issueKey } from "../../identity/keys/issue.ts";
import { deleteKey, selectKeys } from "../../identity/keys/table.ts";
import { describeError } from "../../vocabulary/log.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { type Instant, type Milliseconds, MINUTE, SECOND } from "../../vocabulary/units.ts";
import { addressOf, askWithKey, keyOf } from "../ask-server.ts";
import { type CommandCall, CommandFailure, textFlag } from "../command.ts";
import { awaitInterrupt } from "../../supervise/interrupt.ts";
import { lookUpKey } from "../keys/whose-key.ts";
import { changing, chosenOrganization } from "../stores.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

const LOGS_PAGE = z.object({ logs: z.array(z.object({ body: z.unknown() })) });

/** What was answered with 200 can be read within this time after its batch was closed. @see docs/api.md, "Sending telemetry". */
const AFTER_BATCH_MS: Milliseconds = SECOND;
const PATIENCE_MS: Milliseconds = 15 * SECOND;
const LOOK_EVERY_MS: Milliseconds = 100;

/** The event name by which people find these records. */
const CANARY_EVENT = "scoring.canary";

/** @param call - A server that answers. */
export async function checkCanary(call: CommandCall): Promise<Finding> {
  try {
    return await withKey(call, (key) => sendAndFind(call, key));
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    return fail("canary", `the test record could not be sent: ${describeError(error)}`, REMEDY);
  }
}

const REMEDY = "run scoring status and read the server's log";

async function sendAndFind(call: CommandCall, key: string): Promise<Finding> {
  const url = addressOf(call);
  const mark = crypto.randomUUID();
  const now = call.program.clock();
  const sent = await askWithKey(`${url}/v1/logs`, key, canaryOf(mark, now));
  if (sent.status === 404) return ok("canary", OF_ENGINE);
  if (sent.status !== 200) {
    return fail("canary", `the server answers ${sent.status}: ${(await sent.text()).slice(0, 200)}`, REMEDY);
  }
  const sentAt = performance.now();
  const from = isoTime(now - MINUTE);
  const query = new URLSearchParams({ event: CANARY_EVENT, q: mark, from });
  while (performance.now() - sentAt < PATIENCE_MS) {
    const found = await lookFor(`${url}/v1/telemetry/logs?${query.toString()}`, key);
    if (found === "may_not_look") return ok("canary", MAY_NOT_LOOK);
    if (found === "found") {
      const seconds = (performance.now() - sentAt) / SECOND;
      const after = `a test record could be queried ${seconds.toFixed(1)} s after it was acknowledged`;
      const usual = (batchLimits(call.loaded.settings).waitMs + AFTER_BATCH_MS) / SECOND;
      return seconds <= usual ? ok("canary", after) : warn("canary", after, `${usual} s are usual: ${SLOW}`);
    }
    await Bun.sleep(LOOK_EVERY_MS);
  }
  return fail(
    "canary",
    `a test record was acknowledged, but cannot be queried after ${PATIENCE_MS / SECOND} s`,
    REMEDY,
  );
}

const OF_ENGINE =
  "none was sent: this is an engine, which receives no telemetry; examine an ingest node as well";

const SLOW = "see whether stages are behind (scoring status) or the machine is busy";

const MAY_NOT_LOOK =
  "a test record was acknowledged; this key may only send, so whether it can be queried was not tried";

async function lookFor(url: string, key: string): Promise<"found" | "not_yet" | "may_not_look"> {
  const answer = await askWithKey(url, key);
  if (answer.status === 403) return "may_not_look";
  const page = LOGS_PAGE.safeParse(await answer.json());
  return page.success && page.data.logs.length > 0 ? "found" : "not_yet";
}

function canaryOf(mark: string, now: Instant): object {
  const record = {
    timeUnixNano: `${now}000000`,
    body: { stringValue: `sent by scoring doctor, to be found again: ${mark}` },
    attributes: [{ key: "event.name", value: { stringValue: CANARY_EVENT } }],
  };
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "scoring-doctor" } }] };
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] };
}

/** The key that was given, or that of the first start; else one for this moment, removed when it is over. */
async function withKey<Value>(call: CommandCall, work: (key: string) => Promise<Value>): Promise<Value> {
  const known = keyOf(call) ?? (await firstAdminKey(call));
  if (known !== null) return work(known);
  const interrupt = awaitInterrupt();
  const { key, record } = await makeMomentaryKey(call);
  try {
    return await Promise.race([work(key), interrupt.asked.then(giveUp)]);
  } finally {
    await changing(call, (transaction) => deleteKey(transaction, record.id));
    interrupt.forget();
  }
}

/** The name of the doctor's keys, by which the next doctor finds what a killed one left. */
const MOMENTARY = "scoring doctor, removed when it ends";
/** No doctor takes longer. */
const LEFT_BEHIND_MS: Milliseconds = 10 * MINUTE;

function makeMomentaryKey(call: CommandCall): Promise<IssuedKey> {
  const now = call.program.clock();
  return changing(call, async (transaction) => {
    for (const { id, name, createdAt } of await selectKeys(transaction))
      if (name === MOMENTARY && createdAt < now - LEFT_BEHIND_MS) await deleteKey(transaction, id);
    const { id } = await chosenOrganization(call, transaction);
    const scopes = ["ingest", "read_team"] as const;
    const request = {
      organizationId: id,
      name: MOMENTARY,
      role: "member" as const,
      developerId: null,
      scopes,
    };
    return issueKey(transaction, request, now);
  });
}

function giveUp(): never {
  throw new CommandFailure("interrupted; its key is removed");
}

/**
 * Returns null also for one that was revoked or has an end, and when an organization is named, for it need not be the first
 * one.
 */
async function firstAdminKey(call: CommandCall): Promise<string | null> {
  if (textFlag(call, "org") !== null) return null;
  const path = firstKeysPath(call.loaded.settings.dataDir);
  if (!existsSync(path)) return null; // it was shown on a terminal, or deleted since
  const key = /^admin (\S+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? null;
  const record = key === null ? null : await lookUpKey(call, key);
  return record === null || record.revokedAt !== null || record.endsAt !== null ? null : key;
}
