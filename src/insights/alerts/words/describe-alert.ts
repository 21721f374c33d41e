/** Says what an alert is about, in a sentence and its figures. */
import { formatUsd } from "../../../../embedded/dashboard/words/numbers.ts";
import { AGENT_TITLES } from "../../../normaliser/dialects/agents.ts";
import { remedyFor } from "../../../normaliser/dialects/remedies.ts";
import { DAY } from "../../../vocabulary/units.ts";
import type { AlertRow } from "../alerts-table.ts";
import { type Facts, FACTS, type Silent } from "../finding/finding.ts";
import type { Names } from "./names.ts";

/** An alert in words. */
interface AlertWords {
  /** A sentence without its full stop. */
  title: string;
  detail: string;
  /** The page that shows more. */
  page: string;
}

export function describeAlert({ facts }: Pick<AlertRow, "facts">, names: Names): AlertWords {
  return describeFacts(FACTS.parse(JSON.parse(facts)), names);
}

function describeFacts(facts: Facts, names: Names): AlertWords {
  switch (facts.kind) {
    case "spend":
      return describeSpend(facts, names);
    case "forecast":
      return describeForecast(facts);
    case "waiting":
      return describeWaiting(facts);
    case "silence":
      return describeSilence(facts, names);
    case "refused_senders":
      return describeRefused(facts, names);
    case "judge":
      return describeJudge(facts);
    case "stage_behind":
      return describeStage(facts);
    case "backup":
      return describeBackup(facts);
  }
}

type FactsOf<Kind extends Facts["kind"]> = Extract<Facts, { kind: Kind }>;

function describeSpend(
  { developer, model, limitUsd, spentUsd, percent }: FactsOf<"spend">,
  names: Names,
): AlertWords {
  const whose = developer === null ? "the team" : lowerFirst(names.developer(developer));
  const what = model === null ? whose : `${whose} for ${model}`;
  return {
    title: `${Math.floor(percent)} % of the budget of ${what} is spent`,
    detail: `${formatUsd(spentUsd)} of ${formatUsd(limitUsd)} this month.`,
    page: "/usage",
  };
}

function describeForecast({
  model,
  limitUsd,
  expectedUsd,
  lowUsd,
  highUsd,
}: FactsOf<"forecast">): AlertWords {
  const percent = Math.round((expectedUsd / limitUsd) * 100);
  const budget = model === null ? "its budget" : `the budget for ${model}`;
  return {
    title: `This month is expected to cost ${percent} % of ${budget}`,
    detail: `${formatUsd(expectedUsd)} expected (most likely ${formatUsd(lowUsd)} to ${formatUsd(highUsd)}), with a budget of ${formatUsd(limitUsd)}.`,
    page: "/usage",
  };
}

function describeWaiting({ hours, usualHours, days }: FactsOf<"waiting">): AlertWords {
  return {
    title: "People wait for models longer than usual today",
    detail: `${inHours(hours)} lost so far, where ${inHours(usualHours)} a day are usual (the middle of ${days} days).`,
    page: "/throttle",
  };
}

function describeSilence({ silent, lastDay, workingDays }: FactsOf<"silence">, names: Names): AlertWords {
  const missed = workingDays === 1 ? "A working day is" : `${workingDays} working days are`;
  return {
    title: silentTitle(silent, names),
    detail: `${missed} over without it; the last day was ${dayOf(lastDay)}, and before that it came on every working day.`,
    page: "/settings",
  };
}

function silentTitle(silent: Silent, names: Names): string {
  switch (silent.kind) {
    case "everything":
      return "No telemetry arrives any more";
    case "agent":
      return `${AGENT_TITLES[silent.agent]} sends nothing any more`;
    case "key":
      return `${names.key(silent.id)} is not used any more`;
    case "developer":
      return `${names.developer(silent.id)} sends nothing any more`;
  }
}

function describeRefused(
  { sender, fault, keyId, requests }: FactsOf<"refused_senders">,
  names: Names,
): AlertWords {
  const withKey = keyId === null ? "" : ` with ${lowerFirst(names.key(keyId))}`;
  return {
    title: `Telemetry of ${sender === "other" ? "a program" : sender}${withKey} is refused`,
    detail: `${requests === 1 ? "A request" : `${requests} requests`} within a day. To mend it: ${remedyFor(sender, fault)}.`,
    page: "/settings",
  };
}

function describeJudge({ problem, outcome }: FactsOf<"judge">): AlertWords {
  const page = "/settings";
  if (problem === "out_of_budget")
    return {
      title: "The budget of the judge model is used up",
      detail: "Prompts wait for the next month, or until the budget is raised.",
      page,
    };
  return {
    title: "The judge model does not answer",
    detail: `The last call ended with ${outcome}. Prompts wait; scoring judge test shows what is wrong.`,
    page,
  };
}

function describeStage({ stage, problem, minutes }: FactsOf<"stage_behind">): AlertWords {
  const since = `${Math.floor(minutes)} minutes`;
  return {
    title: problem === "behind" ? `The stage ${stage} is behind` : `The stage ${stage} fails`,
    detail:
      problem === "behind"
        ? `What it works on arrived ${since} ago.`
        : `It has failed for ${since}; the status shows why.`,
    page: "/settings",
  };
}

function describeBackup({ days }: FactsOf<"backup">): AlertWords {
  const age = days === null ? "No backup was ever made" : `The last backup is ${Math.floor(days)} days old`;
  return { title: age, detail: "Run scoring backup, best every day by a timer.", page: "/settings" };
}

function inHours(hours: number): string {
  return `${hours.toFixed(1)} h`;
}

function dayOf(day: number): string {
  const shown = { weekday: "long", day: "numeric", month: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", shown).format(day * DAY);
}

function lowerFirst(text: string): string {
  return /^(A|The) /.test(text) ? text[0]?.toLowerCase() + text.slice(1) : text;
}
