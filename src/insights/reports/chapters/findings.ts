/** What stands out in the chapters of a report, in sentences that hold nothing which people or agents wrote. */
import { DIMENSIONS, type Dimension } from "../../../rubric/checks.ts";
import { METRICS, type SkillInput } from "../../../metrics/metrics.ts";
import type { OtherChapters } from "./other-chapters.ts";

/** One sentence, and the chapter that shows it. */
interface Finding {
  chapter: Exclude<keyof OtherChapters, "appendix">;
  text: string;
}

const SCORES = { speed: "Speed", skill: "Skill", efficiency: "Efficiency" } as const;
type ScoreName = keyof typeof SCORES;

/** How a score changed. */
interface Changed {
  change: { value: number; interval: [number, number] | null } | null;
}

/** Returns one sentence: what changed clearly, else how large a change would have had to be; none without a change. */
export function scoreFindings(
  scores: Readonly<Record<ScoreName, Changed>>,
  whose: "team" | "developer",
): Finding[] {
  const changes = (Object.keys(SCORES) as ScoreName[]).flatMap((name) => {
    const { change } = scores[name];
    if (change === null || change.interval === null) return [];
    const [low, high] = change.interval;
    return [{ title: SCORES[name], value: change.value, low, high, isClear: low > 0 || high < 0 }];
  });
  if (changes.length === 0) return [];
  const clear = changes.filter(({ isClear }) => isClear);
  const subject = whose === "team" ? "The mean of the team: " : "";
  const text =
    clear.length > 0
      ? `${subject}${clear.map(sayMove).join("; ")}, against the equally long time before.`
      : `${subject}no score changed clearly; ${changes.map(sayLeast).join(", ")} would have shown.`;
  return [{ chapter: "scores", text: text.charAt(0).toUpperCase() + text.slice(1) }];
}

interface Move {
  title: string;
  value: number;
  low: number;
  high: number;
}

function sayMove({ title, value, low, high }: Move): string {
  const points = Math.abs(value).toFixed(1);
  return `${title} ${value > 0 ? "rose" : "fell"} by ${points} points (80 % interval ${signed(low)} to ${signed(high)})`;
}

function sayLeast({ title, low, high }: Move): string {
  return `±${((high - low) / 2).toFixed(1)} in ${title}`;
}

/**
 * Returns what stands out in all but the scores, in the chapters' order.
 *
 * @param chapters - The chapters of one report.
 */
export function findingsIn(chapters: OtherChapters): Finding[] {
  return [
    ...finding("prompts", weakestDimension(chapters.prompts)),
    ...finding("throttle", timeLost(chapters.throttle)),
    ...finding("rightsizing", savings(chapters.rightsizing)),
    ...finding("waste", wasted(chapters.waste)),
    ...finding("coaching", advised(chapters.coaching)),
  ];
}

function finding(chapter: Finding["chapter"], text: string | null): Finding[] {
  return text === null ? [] : [{ chapter, text }];
}

const DIMENSION_NAMES: Readonly<Record<Dimension, string>> = {
  contextLeverage: "context",
  informationDensity: "information",
  turnEconomy: "asking for one whole thing at a time",
  ambiguityCost: "clarity",
};

/** Fewer say little. */
const FEWEST_PROMPTS = 10;
/** From here on a mean is no weakness; a grade of C+ begins there. */
const GOOD_ENOUGH = 60;

function weakestDimension({ averages }: OtherChapters["prompts"]): string | null {
  if (averages.prompts < FEWEST_PROMPTS) return null;
  const [weakest] = DIMENSIONS.map((name) => ({ name, mean: averages[name] ?? 100 })).toSorted(
    (left, right) => left.mean - right.mean,
  );
  if (weakest === undefined || weakest.mean >= GOOD_ENOUGH) return null;
  return `Prompts are weakest in ${DIMENSION_NAMES[weakest.name]}: ${Math.round(weakest.mean)} of 100 on average over ${counted(averages.prompts, "prompt")}.`;
}

/** Less is noise. */
const LEAST_HOURS = 0.1;

function timeLost({ summary, windows }: OtherChapters["throttle"]): string | null {
  const hoursLost = summary.hoursLost ?? 0;
  if (hoursLost < LEAST_HOURS) return null;
  const recurs = windows.length === 0 ? "" : `; it recurs in ${counted(windows.length, "slot")} of the week`;
  const lost = hoursLost < 1 ? `${Math.round(hoursLost * 60)} minutes` : `${hoursLost.toFixed(1)} hours`;
  return `${lost} were lost to limits, overload and slow models in ${counted(summary.episodes, "episode")}${recurs}.`;
}

function savings({ monthlySavingUsd, supposedSavingUsd }: OtherChapters["rightsizing"]): string | null {
  if (monthlySavingUsd !== null && monthlySavingUsd > 0)
    return `Cheaper models for easy work would save ${usd(monthlySavingUsd)} in 30 days like these.`;
  if (supposedSavingUsd === null || supposedSavingUsd <= 0) return null;
  return `Cheaper models for easy work may save ${usd(supposedSavingUsd)} in 30 days like these: a hypothesis to try.`;
}

const WASTE_NAMES = {
  retry_storm: "calls that failed and were made again unchanged",
  repeated_read: "files that were read again unchanged",
  context_bloat: "context carried over from other work",
} as const;

function wasted({ kinds, costUsd, spendUsd }: OtherChapters["waste"]): string | null {
  const [worst] = kinds.toSorted((left, right) => right.costUsd - left.costUsd || right.count - left.count);
  if (worst === undefined || worst.count === 0) return null;
  if (costUsd === 0 || spendUsd === 0) return `Waste was found, most of it ${WASTE_NAMES[worst.kind]}.`;
  const share = ((100 * costUsd) / spendUsd).toFixed(1);
  return `${usd(costUsd)} brought nothing, ${share} % of what was spent; most of it is ${WASTE_NAMES[worst.kind]}.`;
}

function advised({ total, inputs }: OtherChapters["coaching"]): string | null {
  const [commonest] = inputs;
  if (commonest === undefined) return null;
  const most = total === commonest.cards ? "all" : `${commonest.cards}`;
  return `${counted(total, "coaching card")} ${total === 1 ? "was" : "were"} written, ${most} of them about ${nameOf(commonest.input)}.`;
}

/** Its title as a part of a sentence: "flow continuity". */
function nameOf(input: SkillInput): string {
  return (METRICS.find(({ name }) => name === input)?.title ?? input).toLowerCase();
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(1);
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}

function usd(value: number): string {
  return value < 0.01 ? "less than $0.01" : `$${value.toFixed(2)}`;
}
