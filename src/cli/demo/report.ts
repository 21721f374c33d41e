/** What the demo shows at the end. */
import type { ScoreRow } from "../../scores/answer.ts";
import { formatScores } from "../score-table.ts";

/** The demo's outcome; with `--json` this is the document. */
export interface ShownDemo {
  /** Nobody in it exists. */
  sample: true;
  from: string;
  to: string;
  sent: { sessions: number; requests: number };
  scores: readonly ScoreRow[];
  /** Where the appliance goes on running; null when it is gone. */
  kept: { url: string; key: string } | null;
}

const LEGEND = [
  "Speed and Efficiency: 50 is as usual in this organization. ± is half the width of the 80 % interval; a dash is",
  "not enough evidence; learning is fewer than three sub-sessions that count. These are no rankings.",
];

const NEXT = [
  "Next, with your own agents:",
  "  scoring serve                  takes their telemetry",
  "  scoring connect claude-code    prints an agent's settings (codex, gemini, qwen, copilot, opencode too)",
];

/** The table for a person, labelled as sample data. */
export function describeDemo(shown: ShownDemo): string {
  const { sessions, requests } = shown.sent;
  return [
    `SAMPLE DATA: ${sessions} sessions of developers who do not exist, sent in ${requests} OTLP requests.`,
    `${shown.from.slice(0, 10)} to ${shown.to.slice(0, 10)}`,
    "",
    formatScores(shown.scores),
    "",
    ...LEGEND,
    "",
    ...(shown.kept === null ? NEXT : tellKept(shown.kept)),
  ].join("\n");
}

function tellKept({ url, key }: { url: string; key: string }): string[] {
  return [
    `It runs on at ${url} until Ctrl-C, and then removes everything.`,
    `Admin key: ${key}`,
    "",
    "Ask it, for example:",
    `  curl -H "Authorization: Bearer ${key}" ${url}/scoring/scores`,
  ];
}
