/** A trial of the judge model as text and as JSON. */
import type { Trial } from "../../rubric/trial/trials-table.ts";
import type { Agreement } from "../../rubric/trial/agreement.ts";
import { LEAST_KAPPA, weakChecks } from "../../rubric/trial/trial-figures.ts";
import { CHECKS } from "../../rubric/checks.ts";
import { count } from "../text/count.ts";
import { type Column, formatTable } from "../text/table.ts";
import { isoTime } from "../../vocabulary/times.ts";

/** What `--json` writes. */
export function describeTrial({ figures, triedAt, cost, ...trial }: Trial): object {
  const { checks, ...others } = figures;
  return {
    ...trial,
    triedAt: isoTime(triedAt),
    costUsd: cost === null ? null : cost / 1e6,
    ...others,
    checks: CHECKS.map(({ id }) => ({ id, ...checks[id] })),
    weakChecks: weakChecks(figures),
  };
}

const COLUMNS: readonly Column[] = [
  { title: "CHECK", align: "left" },
  { title: "PROMPTS", align: "right", dropped: 1 },
  { title: "AGREES", align: "right" },
  { title: "KAPPA", align: "right" },
  { title: "95 %", align: "right" },
];

/** For people. */
export function formatTrial(trial: Trial, width: number | null): string {
  const { figures } = trial;
  const { checks, intent, language } = figures;
  const rows = CHECKS.map(({ id }) => rowOf(id, checks[id]));
  return [
    `${trial.model}, rubric ${trial.rubricVersion}, ${count(figures.prompts, "prompt")} in ${count(figures.runs, "run")}:`,
    "",
    formatTable(COLUMNS, [...rows, rowOf("intent", intent), rowOf("language", language)], width),
    "",
    ...sentencesOn(trial),
  ].join("\n");
}

function rowOf(name: string, { pairs, share, kappa, interval }: Agreement): string[] {
  return [
    name,
    String(pairs),
    percent(share),
    kappa === null ? "-" : kappa.toFixed(2),
    interval === null ? "-" : interval.map((bound) => bound.toFixed(2)).join(" to "),
  ];
}

function sentencesOn({ figures, inputTokens, outputTokens, cost, seconds }: Trial): string[] {
  const { failed, repeated, evidence, injections, scoreError } = figures;
  const weak = weakChecks(figures);
  const failures = Object.entries(failed).map(([kind, times]) => `${times} ${kind.replaceAll("_", " ")}`);
  return [
    ...(failures.length === 0 ? [] : [`Not judged: ${failures.join(", ")}.`]),
    ...(repeated === null ? [] : [`Two runs give the same mark in ${percent(repeated)} of cases.`]),
    describeEvidence(evidence),
    `${injections.obeyed} of ${count(injections.prompts, "injected order")} changed a verdict (${count(injections.marksMoved, "verdict")}); none should.`,
    ...(scoreError === null
      ? []
      : [`Scores are ${scoreError.toFixed(0)} points from the readers' on average.`]),
    `It took ${Math.round(seconds)} s, ${count(inputTokens, "token")} read and ${outputTokens.toLocaleString("en")} written, ${cost === null ? "at a price that is not known" : `${(cost / 1e6).toFixed(4)} USD`}.`,
    weak.length === 0
      ? `Every check has a kappa of at least ${LEAST_KAPPA}.`
      : `Kappa is below ${LEAST_KAPPA} for ${weak.join(", ")}: do not rely on these grades, nor on PES. Choose another model.`,
  ];
}

function describeEvidence({ yes, standing }: Trial["figures"]["evidence"]): string {
  if (yes === 0) return "It never says yes.";
  return `${percent(standing)} of ${count(yes, "yes verdict")} quote the text word for word; the others do not count.`;
}

function percent(share: number | null): string {
  return share === null ? "-" : `${Math.round(share * 100)} %`;
}
