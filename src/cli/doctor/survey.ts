/** Reads frames of the object store, the newest first, as many as the time allows: can they be read, and who sent what? */
import type { Database } from "../../database/open.ts";
import { isCaptured } from "../../normaliser/captured/read-captured.ts";
import { readLine } from "../../normaliser/records/read-line.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Agent } from "../../normaliser/dialects/agents.ts";
import type { Signal, StoredLine } from "../../vocabulary/otlp.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { linesIn, readFrameText } from "../../catalogue/frame-text.ts";
import { everyFrame } from "../../catalogue/newest-frames-table.ts";
import { openObjectsOf } from "../../stores.ts";

/** Longest that the doctor reads frames. */
export const READING_MS: Milliseconds = 10 * SECOND;

/** How long frames are read, and whom to say how many were. */
export interface Surveying {
  withinMs: Milliseconds;
  report(frames: number): void;
}

/** Records of one agent in one version. */
export interface SentRecords {
  agent: Agent;
  /** null when its records do not say. */
  version: string | null;
  records: Record<Signal, number>;
}

/** What was read. */
export interface Survey {
  frames: number;
  /** Whether these were all. */
  complete: boolean;
  /** Objects with frames that are not what was written. */
  corrupt: Set<string>;
  sent: SentRecords[];
}

export async function surveyFrames(
  database: Database,
  settings: Settings,
  { withinMs, report }: Surveying,
): Promise<Survey> {
  const store = openObjectsOf(settings);
  const survey: Survey = { frames: 0, complete: false, corrupt: new Set(), sent: [] };
  const until = performance.now() + withinMs;
  for await (const frame of everyFrame(database)) {
    if (performance.now() > until) return survey;
    survey.frames += 1;
    report(survey.frames);
    const text = await readFrameText(store, frame);
    if (text.ok)
      for (const line of linesIn(text.value)) countLine(survey.sent, JSON.parse(line) as StoredLine);
    else if (text.problem.kind === "corrupt") survey.corrupt.add(frame.key);
  }
  return { ...survey, complete: true };
}

function countLine(sent: SentRecords[], line: StoredLine): void {
  for (const record of readLine(line, { agentOfSession: () => null }).records) {
    if (isCaptured(record)) continue; // the Claude Code plugin's, and no telemetry
    const { agent, version, signal } = record;
    let known = sent.find((records) => records.agent === agent && records.version === version);
    if (known === undefined)
      sent.push((known = { agent, version, records: { logs: 0, metrics: 0, traces: 0 } }));
    known.records[signal] += 1;
  }
}
