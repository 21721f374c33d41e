/** Sessions driven by hand in terminals, sent by HTTP, give the counts that were taken by hand. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { MetricsRow } from "../../src/metrics/columns-table.ts";
import type { TimelineEntry } from "../../src/sessions/timeline/timeline-answer.ts";
import type { SubSessionRow, TurnRow } from "../../src/turns/create-tables.ts";
import { readShell } from "../../src/turns/shell/read-shell.ts";
import { type Captured, readInteractiveRun, sendAsCaptured } from "./captured-runs.ts";
import { joinTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";
import { wholeSchema } from "../whole-schema.ts";

const NAMES = [
  "codex-tui-edit-compact",
  "opencode-tui-edit-compact",
  "qwen-tui-clear",
  "qwen-tui-compress",
  "gemini-tui-autoedit",
  "gemini-outage-60s",
  "copilot-tui",
  "opencode-queued",
] as const;
type Name = (typeof NAMES)[number];

/** The rows of one session, in order. */
interface SessionRows {
  session: string;
  turns: TurnRow[];
  subSessions: (SubSessionRow & MetricsRow)[];
}

/** What a timeline shows of what was done by hand. */
interface HandCount {
  turns: number;
  /** Turns by their number. */
  repairs: number[];
  commits: number;
  /** Calls that the person refused. */
  rejections: number;
  compactions: ("manual" | "automatic")[];
}

const NOTHING = { repairs: [], commits: 0, rejections: 0, compactions: [] };

/** For each session of a file, the earlier first. */
const BY_HAND: Record<Name, HandCount[]> = {
  "codex-tui-edit-compact": [
    // corrected in 3, undone in 9 and 12; 4 comes after the refused edit; 11 asks for the same as 8, which changed nothing
    {
      turns: 12,
      repairs: [3, 4, 9, 12],
      commits: 1,
      rejections: 1,
      compactions: ["manual", "automatic"],
    },
    { ...NOTHING, turns: 2, commits: 1 },
  ],
  "opencode-tui-edit-compact": [
    // corrected in 3, undone in 8; 4 comes after the refused edit
    { turns: 11, repairs: [3, 4, 8], commits: 2, rejections: 1, compactions: ["manual"] },
    { ...NOTHING, turns: 1 },
  ],
  "qwen-tui-clear": [
    { ...NOTHING, turns: 2 },
    { ...NOTHING, turns: 2 },
  ],
  // the second of three commits had nothing to commit
  "qwen-tui-compress": [{ ...NOTHING, turns: 7, commits: 2, compactions: ["manual"] }],
  "gemini-tui-autoedit": [{ ...NOTHING, turns: 2 }],
  // each prompt differs from the one before only in its number, so it asks for something else
  "gemini-outage-60s": [{ ...NOTHING, turns: 11 }],
  // the first had nothing to commit; the third takes the second back
  "copilot-tui": [
    { ...NOTHING, turns: 1 },
    { ...NOTHING, turns: 2, repairs: [2] },
  ],
  // the second was typed while the first was worked on, and had nothing to commit; the fourth takes the third back
  "opencode-queued": [
    { ...NOTHING, turns: 2 },
    { ...NOTHING, turns: 2, repairs: [2] },
  ],
};

const runs = new Map<Name, Captured[]>();
for (const name of NAMES) runs.set(name, await readInteractiveRun(name));

/** What was sent, and in which order. */
const ORDERS: Record<string, (requests: readonly Captured[]) => Captured[]> = {
  "as they came": (requests) => [...requests],
  "the last first": (requests) => requests.toReversed(),
};

describe.each(Object.keys(ORDERS))("sessions driven by hand, sent %s,", (order) => {
  let appliance: TestAppliance;
  const organizations = new Map<Name, TestOrganization>();

  beforeAll(async () => {
    appliance = await joinTestAppliance("later");
    for (const name of NAMES) organizations.set(name, await appliance.addOrganization());
    for (const [name, requests] of runs) {
      const key = organizations.get(name)?.key ?? "";
      for (const request of ORDERS[order]?.(requests) ?? [])
        expect(await sendAsCaptured(appliance, request, key)).toEqual({ status: 200, rejected: "0" });
    }
    await appliance.settled();
  });
  afterAll(() => appliance.stop());

  function sessionsOf(name: Name): Promise<SessionRows[]> {
    return sessionsIn(organizations.get(name)?.id ?? "");
  }

  async function sessionsIn(organization: string): Promise<SessionRows[]> {
    const view = wholeSchema(appliance.database);
    const turns = await view
      .selectFrom("turns")
      .selectAll()
      .where("organization", "=", organization)
      .orderBy("started_at")
      .execute();
    const subSessions = await view
      .selectFrom("sub_sessions")
      .innerJoin("metrics", "metrics.sub_session", "sub_sessions.id")
      .selectAll("sub_sessions")
      .selectAll("metrics")
      .where("sub_sessions.organization", "=", organization)
      .orderBy("sub_sessions.started_at")
      .execute();
    return [...Map.groupBy(turns, (turn) => turn.session)].map(([session, own]) => ({
      session,
      turns: own,
      subSessions: subSessions.filter((row) => row.session === session) as SessionRows["subSessions"],
    }));
  }

  async function boundaries(name: Name) {
    return (await sessionsOf(name)).flatMap(({ subSessions }) =>
      subSessions.map((row) => ({ kind: row.boundary_kind, firstTurn: row.first_turn })),
    );
  }

  async function timelinesOf(name: Name): Promise<TimelineEntry[][]> {
    const key = (await organizations.get(name)?.addKey({ role: "admin" }))?.key ?? "";
    const timelines = [];
    for (const { session } of await sessionsOf(name)) {
      // stored sessions carry their owner before the agent's own id
      const id = session.slice(session.indexOf(":") + 1);
      const answer = await appliance.get(`/v1/sessions/${id}/timeline?limit=500`, key);
      timelines.push(((await answer.json()) as { entries: TimelineEntry[] }).entries);
    }
    return timelines;
  }

  async function promptsOf(name: Name) {
    const entries = (await timelinesOf(name)).flat();
    return entries.flatMap((entry) => (entry.kind === "turn" ? [entry.text] : []));
  }

  test.each([...NAMES])("%s: its timelines show what was counted by hand", async (name) => {
    expect((await timelinesOf(name)).map(countShown)).toEqual(BY_HAND[name]);
  });

  test("Codex: 12 turns and 2, with the edits that stayed", async () => {
    const [first, second] = await sessionsOf("codex-tui-edit-compact");
    expect([first?.turns.length, second?.turns.length]).toEqual([12, 2]);
    // the fix and the notes stay; the first subtract function was never written: its patch failed
    expect(editsOf(first)).toEqual(EDITS_OF_CODEX);
    expect(editsOf(second)).toEqual({ edits: 1, retained: 1 });
  });

  test("Codex: without its traces a refusal is unknown, and nothing else changes about edits", async () => {
    const organization = await appliance.addOrganization();
    for (const request of runs.get("codex-tui-edit-compact") ?? [])
      if (request.path !== "/v1/traces") await sendAsCaptured(appliance, request, organization.key);
    await appliance.settled();
    const [first] = await sessionsIn(organization.id);
    expect(first?.turns).toHaveLength(12);
    expect(editsOf(first)).toEqual({ edits: 3, retained: 2 });
  });

  test("Codex: an undo is one repair, and makes none of the prompt after it", async () => {
    const [first] = await sessionsOf("codex-tui-edit-compact");
    const repairs = repairsOf(first);
    expect(repairs).toContain(9);
    expect(repairs).toContain(12);
    expect(repairs).not.toContain(10);
  });

  test("Codex: fills 258,400 tokens, with one compaction by hand and one in mid-turn", async () => {
    const [first] = await sessionsOf("codex-tui-edit-compact");
    // two chances that nobody took, and the compaction in turn 11
    expect(resetsOf(first)).toEqual({ good: 0, bad: 3 });
  });

  test("Codex: the conversations in which it asks itself for a title are none", async () => {
    expect(await sessionsOf("codex-tui-edit-compact")).toHaveLength(2);
  });

  test("opencode: 11 turns and 1, three of five edits stayed", async () => {
    const [first, second] = await sessionsOf("opencode-tui-edit-compact");
    expect([first?.turns.length, second?.turns.length]).toEqual([11, 1]);
    expect(editsOf(first)).toEqual({ edits: 5, retained: 3 });
    expect(editsOf(second)).toEqual({ edits: 0, retained: 0 });
  });

  test("Qwen Code: calls for its own suggestions and checks are not the developer's", async () => {
    const [first, second] = await sessionsOf("qwen-tui-clear");
    expect(usageOf(first)).toEqual({ calls: 5, input: 111_291, output: 414 });
    expect(usageOf(second)).toEqual({ calls: 7, input: 156_803, output: 649 });
  });

  test("Qwen Code: /compress is the person's, although its record comes after the compression", async () => {
    const [only] = await sessionsOf("qwen-tui-compress");
    expect(only?.turns).toHaveLength(7);
    expect(only?.subSessions[0]).toMatchObject({ good_resets: 1, bad_resets: 0 });
    expect(only?.subSessions[0]?.crr).toBeCloseTo(66.7, 1);
    expect(resetsOf(only).bad).toBe(0);
    expect(editsOf(only)).toEqual({ edits: 3, retained: 3 });
  });

  test("Gemini CLI: nobody decided on edits that its mode lets pass, so there is no QR", async () => {
    const sessions = await sessionsOf("gemini-tui-autoedit");
    expect(sessions.flatMap(({ turns }) => turns)).toHaveLength(2);
    expect(sessions.flatMap(({ subSessions }) => subSessions.map(({ qr }) => qr))).toEqual([null, null]);
  });

  test("Gemini CLI: an outage is no human time, and no prompt is made up", async () => {
    const [only] = await sessionsOf("gemini-outage-60s");
    expect(only?.turns).toHaveLength(11);
    const seconds = sum(only?.subSessions.map((row) => row.took_h) ?? []);
    // nine gaps of about twelve seconds between the eleven prompts; the tenth gap is the outage's minute
    expect(seconds).toBeGreaterThan(100);
    expect(seconds).toBeLessThan(110);
  });

  test("Copilot CLI: prompts are what was typed, and what was undone is not reached", async () => {
    const [first, second] = await sessionsOf("copilot-tui");
    expect(await promptsOf("copilot-tui")).toEqual([
      "List the files in this repository and tell mCommit the work with git.",
      "Add a subtract function to calc.js.",
      "Undo that, I do not want the subtract function.",
    ]);
    expect(repairsOf(first)).toEqual([]);
    expect(repairsOf(second)).toEqual([2]);
    expect(editsOf(second)).toEqual({ edits: 1, retained: 0 });
    expect(second?.subSessions.map(({ outcome }) => outcome)).not.toContain("reached");
    // four lines before a line that stays; the model "undid" it by putting them in once more
    expect(second?.turns.map((turn) => [turn.lines_added, turn.lines_removed])).toEqual([
      [4, 0],
      [4, 0],
    ]);
  });

  test("opencode: a prompt typed while it works is a turn, with the work that was done for it", async () => {
    const [first, second] = await sessionsOf("opencode-queued");
    expect(await promptsOf("opencode-queued")).toEqual([
      "Fix the bug in calc.js.",
      "Commit the work with git.",
      "Add a subtract function to calc.js.",
      "Undo that, I do not want the subtract function.",
    ]);
    expect(first?.turns.map(({ calls, tools }) => [calls, tools])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(second?.turns.map(({ calls, tools }) => [calls, tools])).toEqual([
      [3, 2],
      [2, 1],
    ]);
    const [entries = []] = await timelinesOf("opencode-queued");
    const commits = entries.filter((entry) => entry.kind === "tool" && entry.command?.includes(" commit "));
    expect(commits).toMatchObject([{ turnIndex: 2 }]);
  });

  test("Qwen Code: /clear begins a session; between its first two prompts there is no reset", async () => {
    const [first, second] = await sessionsOf("qwen-tui-clear");
    expect([first?.turns.length, second?.turns.length]).toEqual([2, 2]);
    expect((await boundaries("qwen-tui-clear")).filter(({ kind }) => kind === "reset")).toEqual([]);
  });
});

/** With the refused one, which only a span reports. */
const EDITS_OF_CODEX = { edits: 4, retained: 2 };

function countShown(entries: readonly TimelineEntry[]): HandCount {
  const turns = entries.flatMap((entry) => (entry.kind === "turn" ? [entry] : []));
  return {
    turns: turns.length,
    repairs: turns.filter(({ repair }) => repair).map(({ turnIndex }) => turnIndex),
    commits: entries.filter(isCommit).length,
    rejections: entries.filter((entry) => entry.kind === "decision" && entry.verdict === "reject").length,
    compactions: entries.flatMap((entry) =>
      entry.kind === "reset" && entry.what === "compaction" && entry.trigger !== null ? [entry.trigger] : [],
    ),
  };
}

function isCommit(entry: TimelineEntry): boolean {
  return entry.kind === "tool" && entry.exitCode === 0 && readShell(entry.command ?? "").commit;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function editsOf(session: SessionRows | undefined) {
  const rows = session?.subSessions ?? [];
  return { edits: sum(rows.map((row) => row.edits)), retained: sum(rows.map((row) => row.retained)) };
}

function resetsOf(session: SessionRows | undefined) {
  const rows = session?.subSessions ?? [];
  return { good: sum(rows.map((row) => row.good_resets)), bad: sum(rows.map((row) => row.bad_resets)) };
}

function repairsOf(session: SessionRows | undefined): number[] {
  return (session?.turns ?? []).filter((turn) => turn.repair === 1).map((turn) => turn.turn_index);
}

/** Input with what was read from a cache. */
function usageOf(session: SessionRows | undefined) {
  const turns = session?.turns ?? [];
  return {
    calls: sum(turns.map((turn) => turn.calls)),
    input: sum(turns.map((turn) => (turn.input_uncached ?? 0) + (turn.cache_read ?? 0))),
    output: sum(turns.map((turn) => turn.output ?? 0)),
  };
}
