/** The chapter "appendix": how the numbers came about, by which versions, and what agents did not say. */
import type { Appendix } from "../../../../src/insights/reports/chapters/appendix.ts";
import { factsOf } from "../../pages/settings/coverage/coverage-data.ts";
import { agentName } from "../../words/agents.ts";
import { formatCount, formatShare, formatThings } from "../../words/numbers.ts";
import type { Block, Chapter, ListedColumn, Reported } from "../document.ts";

type Report = Reported<{ appendix: Appendix }>;

export function describeAppendix(report: Report): Chapter {
  const { method, coverage } = report.chapters.appendix;
  const sessions = coverage.reduce((sum, agent) => sum + agent.sessions, 0);
  return {
    id: "appendix",
    title: "Appendix: method and coverage",
    answer:
      sessions === 0
        ? "No agent sent a session in this time."
        : `The numbers are based on ${formatThings(sessions, "session")}; what an agent does not send is not counted.`,
    blocks: [
      { kind: "points", points: method.map((sentence) => [sentence]) },
      ...(sessions === 0 ? [] : [shares(report)]),
      versions(report),
    ],
  };
}

/** The facts that most depends on. */
const SHOWN = ["promptText", "tokens", "latency", "edits"] as const;

function shares({ chapters }: Report): Block {
  const { coverage } = chapters.appendix;
  const [first] = coverage;
  const columns: ListedColumn[] =
    first === undefined
      ? []
      : SHOWN.flatMap((fact): ListedColumn[] =>
          factsOf(first)
            .filter((row) => row.fact === fact)
            .map(({ title }) => ({
              title,
              align: "right",
              ...(fact !== "promptText" && { hidesBelow: 720 }),
            })),
        );
  return {
    kind: "table",
    title: "Share of the sessions that contain it",
    columns: [{ title: "Agent" }, { title: "Sessions", align: "right" }, ...columns],
    rows: coverage.map(({ agent, version, sessions, facts }) => [
      version === null ? agentName(agent) : `${agentName(agent)} ${version}`,
      formatCount(sessions),
      ...SHOWN.map((fact) => formatShare(facts[fact])),
    ]),
    note: { text: "All facts of all agents", page: "/settings/coverage" },
  };
}

function versions({ chapters }: Report): Block {
  const { program, scoring, rubric, baselines, prices, languageModel } = chapters.appendix.versions;
  return {
    kind: "table",
    title: "Versions",
    columns: [{ title: "What" }, { title: "Which" }],
    rows: [
      ["Program", program],
      ["Formulas", scoring],
      ["Rubric of prompts", rubric],
      ["Baselines", baselines],
      ["Prices", `as of ${prices.date}, ${prices.sha256.slice(0, 12)}`],
      ["Judge model", languageModel ?? "none"],
    ],
    note: null,
  };
}
