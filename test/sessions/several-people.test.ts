import { afterEach, beforeEach, describe, test } from "bun:test";
import { keyCaller } from "../../src/identity/caller.ts";
import { createRandom, type Random } from "../../src/demo/work/random.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { forgetKnown } from "../../src/metrics/accounts/accounts-table.ts";
import { readSessionsOf } from "../../src/normaliser/table.ts";
import { overrideBoundary } from "../../src/sessions/said/override-boundary.ts";
import { agentSessionId, idIn } from "../../src/vocabulary/held-name.ts";
import type { StoredLine } from "../../src/vocabulary/otlp.ts";
import { DAY, HOUR, type Milliseconds, MINUTE } from "../../src/vocabulary/units.ts";
import { Growing, START } from "./growing.ts";
import { ClaudeTeller, CodexTeller, type Habits, type MadeRecord } from "./random-session.ts";

const PAUSES: readonly [Milliseconds, ...Milliseconds[]] = [
  0.3 * MINUTE,
  2 * MINUTE,
  18 * MINUTE,
  25 * MINUTE,
  3 * HOUR,
];
const HABITS: Habits = { commit: 0.3, revert: 0.2, oldFile: 0.4, odd: 0.05, test: 0.2, pauses: PAUSES };
/** Each is another week of work. */
const SEEDS = Array.from({ length: 6 }, (_, index) => index);

let growing: Growing;
beforeEach(async () => {
  growing = await Growing.open();
});
afterEach(() => growing.close());

interface Made extends MadeRecord {
  order: number;
}

/** Sessions of two people over some days, several of them at a time, whose records come late or twice. */
function tell(random: Random): { sessions: string[]; records: Made[] } {
  const sessions: string[] = [];
  const records: Made[] = [];
  for (const person of ["ada", "grace"]) {
    for (let number = 0; number < 5; number += 1) {
      const session = random.uuid();
      const startsAt = START + random.whole(0, 3 * DAY);
      const teller = new (random.chance(0.3) ? CodexTeller : ClaudeTeller)(
        { random, session, startsAt },
        HABITS,
      );
      for (let goal = 0; goal < random.whole(1, 4); goal += 1) teller.reportGoal();
      sessions.push(session);
      records.push(...teller.records.flatMap((record) => sent(record, person, random)));
    }
  }
  return { sessions, records: records.toSorted((left, right) => left.order - right.order) };
}

function sent({ at, line }: MadeRecord, person: string, random: Random): Made[] {
  const late = random.chance(0.03) ? random.whole(0, 2 * DAY) : 0;
  const own = { at, line: sentBy(line, `${person}@example.com`) };
  const again = random.chance(0.01) ? [{ ...own, order: at + HOUR }] : [];
  return [{ ...own, order: at + late }, ...again];
}

function sentBy(line: StoredLine, email: string): StoredLine {
  const own = structuredClone(line);
  for (const record of own.resourceLogs?.[0]?.scopeLogs?.[0]?.logRecords ?? [])
    record.attributes?.push({ key: "user.email", value: { stringValue: email } });
  return own;
}

describe("the work of several people in several sessions", () => {
  test.each(SEEDS)(
    "has the rows of work that came at once, in whatever pieces it comes (%p)",
    async (seed) => {
      const random = createRandom(`people ${seed}`);
      const { sessions, records } = tell(random);
      for (let sent = 0; sent < records.length;) {
        const piece = records.slice(sent, sent + random.pick([1, 3, 20, 200]));
        sent += piece.length;
        growing.now = Math.max(growing.now, ...piece.map(({ order }) => order)) + 1_000;
        if (random.chance(0.2)) await random.pick(INTERFERENCES)(random, sessions);
        await growing.examine(piece);
        if (random.chance(0.8)) await growing.measure();
      }
      await growing.compare(...(await left(sessions)));
    },
  );
});

type Interference = (random: Random, sessions: readonly string[]) => Promise<void>;

const INTERFERENCES: readonly [Interference, ...Interference[]] = [
  forgetSome,
  (random) => growing.judgeSome(random),
  overrideSome,
  noteOutage,
  purgeOne,
];

async function forgetSome(random: Random): Promise<void> {
  const until = growing.now + random.whole(0, 2 * DAY);
  await inTransaction(growing.database, "normal", (transaction) => forgetKnown(transaction, until));
}

async function overrideSome(random: Random, sessions: readonly string[]): Promise<void> {
  const { database, measurer, organization } = growing;
  const caller = keyCaller({
    keyId: "key-1",
    organizationId: organization,
    role: "admin" as const,
    developerId: null,
    scopes: ["admin"] as const,
  });
  const action = random.pick(["split", "join"] as const);
  const place = {
    sessionId: agentSessionId(random.pick(sessions as [string])),
    subSessionId: null,
    turnIndex: random.whole(2, 6),
  };
  await overrideBoundary(
    { database, clock: () => growing.now, measurer },
    { caller, ...place, action, note: null },
  );
}

/** Records of it that come later make it anew. */
async function purgeOne(random: Random, sessions: readonly string[]): Promise<void> {
  const known = await left(sessions);
  if (known.length > 0) await growing.purge(random.pick(known as [string]));
}

/** The sessions of which something is known. */
async function left(sessions: readonly string[]): Promise<string[]> {
  const { database, organization } = growing;
  const found = await readSessionsOf(database, organization, sessions.map(agentSessionId));
  const ids = new Set(found.map(({ session }) => idIn(session)));
  return sessions.filter((session) => ids.has(agentSessionId(session)));
}

async function noteOutage(random: Random): Promise<void> {
  const start = growing.now + random.whole(0, 2 * HOUR);
  growing.outages = [...growing.outages, { start, end: start + random.whole(1_000, 100_000) }];
}
