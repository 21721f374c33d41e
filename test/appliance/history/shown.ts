/** Sessions that were driven by hand, imported from the agents' files: what is shown of them. */
import { run } from "../../cli/in-process.ts";
import type { TestAppliance, TestOrganization } from "../running.ts";
import type { TimelineEntry } from "../../../src/sessions/timeline/timeline-answer.ts";
import { readShell } from "../../../src/turns/shell/read-shell.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";

/** What is compared for each session. */
export interface Shown {
  turns: number;
  /** Turns by their number. */
  repairs: number[];
  commits: number;
  rejections: number;
  compactions: string[];
  /** The developer's calls, with what was read from a cache. */
  calls: number;
  input: number;
  output: number;
  edits: number;
  retained: number;
  outcomes: string[];
}

/** Runs `scoring import`. */
export function runImport(
  agent: string,
  { home, state, appliance, key }: { home: string; state: string; appliance: TestAppliance; key: string },
  ...more: string[]
) {
  const where = ["--home", home, "--listen", `127.0.0.1:${appliance.port}`, "--key", key];
  const environment = { HOME: state };
  return run(["import", agent, ...where, ...more], { environment, clock: systemClock });
}

/** Reads what an organization's sessions show, the earlier first. */
export async function shownOf(appliance: TestAppliance, organization: TestOrganization): Promise<Shown[]> {
  const { key } = await organization.addKey({ role: "admin" });
  const view = wholeSchema(appliance.database);
  const turns = await view
    .selectFrom("turns")
    .selectAll()
    .where("organization", "=", organization.id)
    .orderBy("started_at")
    .execute();
  const subSessions = await view
    .selectFrom("sub_sessions")
    .innerJoin("metrics", "metrics.sub_session", "sub_sessions.id")
    .selectAll("metrics")
    .select(["sub_sessions.session as session"])
    .where("sub_sessions.organization", "=", organization.id)
    .orderBy("sub_sessions.started_at")
    .execute();
  const shown = [];
  for (const [session, own] of Map.groupBy(turns, (turn) => turn.session)) {
    const rows = subSessions.filter((row) => row.session === session);
    const id = session.slice(session.indexOf(":") + 1);
    const answer = await appliance.get(`/v1/sessions/${id}/timeline?limit=500`, key);
    const { entries } = (await answer.json()) as { entries: TimelineEntry[] };
    shown.push({
      ...countShown(entries),
      calls: sum(own.map((turn) => turn.calls)),
      input: sum(own.map((turn) => (turn.input_uncached ?? 0) + (turn.cache_read ?? 0))),
      output: sum(own.map((turn) => turn.output ?? 0)),
      edits: sum(rows.map((row) => row.edits)),
      retained: sum(rows.map((row) => row.retained)),
      outcomes: rows.map((row) => row.outcome),
    });
  }
  return shown;
}

function countShown(entries: readonly TimelineEntry[]) {
  const turns = entries.flatMap((entry) => (entry.kind === "turn" ? [entry] : []));
  return {
    turns: turns.length,
    repairs: turns.filter(({ repair }) => repair).map(({ turnIndex }) => turnIndex),
    commits: entries.filter(
      (entry) => entry.kind === "tool" && entry.exitCode === 0 && readShell(entry.command ?? "").commit,
    ).length,
    rejections: entries.filter((entry) => entry.kind === "decision" && entry.verdict === "reject").length,
    compactions: entries.flatMap((entry) =>
      entry.kind === "reset" && entry.what === "compaction" ? [entry.trigger ?? "unknown"] : [],
    ),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
