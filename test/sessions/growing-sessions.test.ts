import { afterEach, beforeEach, describe, test } from "bun:test";
import { keyCaller } from "../../src/identity/caller.ts";
import { sql } from "kysely";
import { claudeCodeLogs, claudeCodeRecord } from "../../src/demo/wires/claude-code-records.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { createRandom, type Random } from "../../src/demo/work/random.ts";
import { setBaselines } from "../../src/metrics/baselines/new-baselines.ts";
import { changeJob } from "../../src/database/jobs/job-table.ts";
import { addRescore, RESCORES } from "../../src/normaliser/rescore/rescore-table.ts";
import { overrideBoundary } from "../../src/sessions/said/override-boundary.ts";
import type { StoredLine } from "../../src/vocabulary/otlp.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { ClaudeTeller, CodexTeller, type Habits, type MadeRecord } from "./random-session.ts";
import { Growing, MEASURED_TABLES, START } from "./growing.ts";
import { agentSessionId } from "../../src/vocabulary/held-name.ts";

const CALM: Habits = { commit: 0.6, revert: 0.05, oldFile: 0.1, odd: 0, test: 0.3 };
const WILD: Habits = { commit: 0.3, revert: 0.15, oldFile: 0.3, odd: 0.1, test: 0.3 };
/** Each is another session. With ALL_SEEDS=1 there are ten. */
const SEEDS = Array.from({ length: Bun.env["ALL_SEEDS"] === "1" ? 10 : 2 }, (_, index) => index);

let growing: Growing;
beforeEach(async () => {
  growing = await Growing.open();
});
afterEach(() => growing.close());

const TELLERS = { "Claude Code": ClaudeTeller, Codex: CodexTeller };

function tell(
  agent: keyof typeof TELLERS,
  seed: string,
  { habits, goals }: { habits: Habits; goals: number },
) {
  const random = createRandom(seed);
  const session = random.uuid();
  const teller = new TELLERS[agent]({ random, session, startsAt: START }, habits);
  for (let goal = 0; goal < goals; goal += 1) teller.reportGoal();
  return { random, session, records: teller.records };
}

describe("a session that grows", () => {
  test.each(["Claude Code", "Codex"] as const)(
    "of %s has the rows of one that came at once",
    async (agent) => {
      const { random, session, records } = tell(agent, `calm ${agent}`, { habits: CALM, goals: 30 });
      const pieces = Array.from({ length: records.length }, () => random.whole(1, 20));
      await growing.compareAlong(session, records, pieces);
    },
  );

  test.each(SEEDS)("has the rows of one that came at once, however wild it is (%p)", async (seed) => {
    const agent = seed % 2 === 1 ? "Codex" : "Claude Code";
    const { random, session, records } = tell(agent, `wild ${seed}`, { habits: WILD, goals: 25 });
    const pieces = Array.from({ length: records.length }, () => random.pick([1, 2, 5, 40]));
    await growing.compareAlong(session, records, pieces);
  });

  test.each(SEEDS)(
    "has the rows of one that came at once with prompts of the Claude Code plugin (%p)",
    async (seed) => {
      const habits = { ...CALM, plugin: 0.6 };
      const { random, session, records } = tell("Claude Code", `plugin ${seed}`, { habits, goals: 25 });
      const pieces = Array.from({ length: records.length }, () => random.whole(1, 20));
      await growing.compareAlong(session, records, pieces);
    },
  );

  test.each(SEEDS)(
    "has the rows of one that came at once when records come late or twice (%p)",
    async (seed) => {
      const { random, session, records } = tell("Claude Code", `late ${seed}`, { habits: WILD, goals: 20 });
      const delayed = records.map((record, index) => {
        const late = random.chance(0.02) ? random.whole(1, 400) : random.whole(0, 3);
        return { record, order: index + late };
      });
      const twice = delayed
        .filter(() => random.chance(0.01))
        .map(({ record, order }) => {
          return { record, order: order + random.whole(0, 300) };
        });
      const sent = [...delayed, ...twice].toSorted((one, other) => one.order - other.order);
      const pieces = Array.from({ length: sent.length }, () => random.whole(1, 30));
      await growing.compareAlong(
        session,
        sent.map(({ record }) => record),
        pieces,
      );
    },
  );

  test.each(SEEDS)(
    "has the rows of one that came at once, whatever happens in between (%p)",
    async (seed) => {
      const { random, session, records } = tell("Claude Code", `between ${seed}`, {
        habits: CALM,
        goals: 30,
      });
      for (let sent = 0; sent < records.length;) {
        const piece = records.slice(sent, sent + random.whole(1, 25));
        sent += piece.length;
        growing.now = Math.max(growing.now, ...piece.map(({ at }) => at)) + 1_000;
        if (random.chance(0.2))
          await random.pick(INTERFERENCES)({ random, session, sent: records.slice(0, sent) });
        await growing.examine(piece);
        await growing.measure();
      }
      await growing.compare(session);
    },
  );
});

/** What a session's records do not say. */
type Interference = (on: { random: Random; session: string; sent: readonly MadeRecord[] }) => Promise<void>;

const INTERFERENCES: readonly [Interference, ...Interference[]] = [
  overrideSome,
  setOtherBaselines,
  rescoreSome,
  noteOutage,
  nameDeveloper,
  ({ random }) => growing.judgeSome(random),
  ({ random }) => growing.judgeSome(random),
  forgetSession,
  async () => {
    growing.now += DAY;
    await growing.measure();
  },
];

async function overrideSome({ random, session }: Parameters<Interference>[0]): Promise<void> {
  const { database, measurer } = growing;
  const caller = keyCaller({
    keyId: "key-1",
    organizationId: growing.organization,
    role: "admin" as const,
    developerId: null,
    scopes: ["read_team", "admin"] as const,
  });
  const action = random.pick(["split", "join"] as const);
  const turnIndex = random.whole(2, 60);
  const request = {
    caller,
    sessionId: agentSessionId(session),
    subSessionId: null,
    turnIndex,
    action,
    note: null,
  };
  await overrideBoundary({ database, clock: () => growing.now, measurer }, request);
}

async function setOtherBaselines({ random }: Parameters<Interference>[0]): Promise<void> {
  const { database, organization } = growing;
  await setBaselines(
    database,
    { organization, wish: { m: random.next() / 2 } },
    growing.now - random.whole(0, DAY),
  );
}

/** A rescore that finds other things in one of the batches than were found before. */
async function rescoreSome({ random, sent }: Parameters<Interference>[0]): Promise<void> {
  const { database } = growing;
  const { id, number: pass } = await inTransaction(database, "normal", (transaction) =>
    addRescore(transaction, { from: 0, to: growing.now }),
  );
  const batch = { sequence: random.whole(1, growing.sequence), pass };
  await growing.examine(sent.slice(batch.sequence, batch.sequence + 3), batch);
  await growing.measure();
  await inTransaction(database, "normal", (transaction) =>
    changeJob(transaction, RESCORES, { where: { id }, set: { status: "completed" } }),
  );
}

async function noteOutage({ random }: Parameters<Interference>[0]): Promise<void> {
  const start = START + random.whole(0, Math.max(1, growing.now - START));
  growing.outages = [...growing.outages, { start, end: start + random.whole(1_000, 100_000) }];
}

/** The session's earliest record that names a person decides whose it is. */
async function nameDeveloper({ random, session, sent }: Parameters<Interference>[0]): Promise<void> {
  const told = { "session.id": session, "user.email": `${random.hex(4)}@example.com` };
  const at = random.pick(sent as [MadeRecord]).at;
  const record = claudeCodeRecord({ name: "api_retries_exhausted", at, attributes: told });
  const line = claudeCodeLogs([record]);
  await growing.examine([{ at, line: line as StoredLine }]);
}

async function forgetSession(): Promise<void> {
  for (const table of ["sighting_chunks", "sessions", ...MEASURED_TABLES])
    await sql`delete from ${sql.table(table)}`.execute(growing.database);
}
