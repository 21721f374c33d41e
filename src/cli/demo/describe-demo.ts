/** What the demo shows at the end. */
import { sayFifty } from "../../../embedded/dashboard/words/fifty.ts";
import type { ShownDemo } from "../../demo/run.ts";
import { formatScores } from "../score-table.ts";
import { count } from "../text/count.ts";

/** What the signs in a table of scores mean. */
export const LEGEND =
  "± is half the width of the 80 % interval. A dash means " +
  "not enough evidence, learning means fewer than three sub-sessions that count. This is not a ranking.";

const NEXT = [
  "Next, with your own agents:",
  "  scoring serve      receives their telemetry",
  "  scoring connect    lists the agents and prints the settings of each",
];

/**
 * Returns the text of it.
 *
 * @param width - How wide a line may be; null for any width.
 */
export function describeDemo(shown: ShownDemo, width: number | null = null): string {
  const { sessions, requests } = shown.sent;
  return [
    `SAMPLE DATA: ${count(sessions, "session")} of developers who do not exist, sent in ` +
      `${count(requests, "OTLP request")}.`,
    `${shown.from.slice(0, 10)} to ${shown.to.slice(0, 10)}`,
    "",
    formatScores({ rows: shown.scores, everyone: shown.everyone }, width),
    "",
    `In Speed and Efficiency ${sayFifty(shown.baseline)}. ${LEGEND}`,
    "",
    sayWhoJudged(shown.model),
    "",
    ...(shown.kept === null
      ? NEXT
      : [`The demo keeps running on ${shown.kept.url}. Press Ctrl-C to stop it and remove everything.`]),
  ].join("\n");
}

function sayWhoJudged({ name, recorded }: ShownDemo["model"]): string {
  if (!recorded) return `Prompts are judged by ${name}; those that it has not come to have no marks yet.`;
  return (
    `Marks of prompts, better wordings and summaries were recorded with these samples (model ${name}). Set ` +
    "SCORING_LLM_BASE_URL and SCORING_LLM_MODEL to have your own language model write them."
  );
}
