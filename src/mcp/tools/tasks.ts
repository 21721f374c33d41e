/** The tool `my_last_tasks`: the newest sub-sessions with their outcomes. */
import { z } from "zod";
import { formatScore, formatThings } from "../../../embedded/dashboard/words/numbers.ts";
import { SUB_SESSION_ROW } from "../../metrics/sub-sessions/sub-session-answer.ts";
import { type Api, ask, lastDays, whose } from "../api.ts";
import { daysInput, defineTool, DEVELOPER_INPUT, limitInput } from "../tool.ts";
import { inOneLine } from "../untrusted.ts";

const ANSWER = z.object({
  subSessions: z.array(
    SUB_SESSION_ROW.pick({
      sessionId: true,
      developer: true,
      agent: true,
      index: true,
      title: true,
      startedAt: true,
      endedAt: true,
      turns: true,
      outcome: true,
      scoreable: true,
      sse: true,
    }),
  ),
});

export const MY_LAST_TASKS = defineTool({
  name: "my_last_tasks",
  title: "My last tasks",
  description:
    "The newest tasks (sub-sessions) of a developer: when, with which agent, how many prompts, outcome, " +
    "sub-session efficiency (sse, 50 is the baseline), title and page.",
  input: z.object({ limit: limitInput(5), days: daysInput(30), developer: DEVELOPER_INPUT }),
  answer: async ({ api, marked, input: { limit, days, developer } }) => {
    const parameters = { ...lastDays(api, days), developer: await whose(api, developer), limit };
    const { subSessions } = await ask(api, "/scoring/sub-sessions", { parameters, answer: ANSWER });
    const lines = subSessions.map((task) => {
      const counts = task.scoreable ? "" : ", not counted in scores";
      const sse = task.sse === null ? "" : `, efficiency ${formatScore(task.sse)}`;
      return (
        `${task.startedAt}, ${task.agent}, ${formatThings(task.turns, "prompt")}, outcome ${task.outcome}${sse}${counts}: ` +
        `${marked(task.title)} ${taskPage(api, task)}`
      );
    });
    const structured = {
      tasks: subSessions.map(({ title, sessionId, developer: { name }, ...task }) => ({
        ...task,
        untrustedTitle: title === null ? null : inOneLine(title),
        untrustedDeveloper: inOneLine(name),
        page: taskPage(api, { sessionId, index: task.index }),
      })),
    };
    return { lines: lines.length === 0 ? [`No task in the last ${days} days.`] : lines, structured };
  },
});

/** The page of a session, at a sub-session or a turn where that is known. */
export function taskPage(
  { pages }: Api,
  { sessionId, index, turn }: { sessionId: string; index?: number; turn?: number | null | undefined },
): string {
  const parameters = new URLSearchParams();
  if (typeof turn === "number") parameters.set("turn", String(turn));
  if (index !== undefined) parameters.set("part", String(index + 1));
  const query = parameters.size === 0 ? "" : `?${parameters.toString()}`;
  return `${pages}/sessions/${encodeURIComponent(sessionId)}${query}`;
}
