/** The words of the demo's reports: sentences that were written for it, with the numbers of the question. */
import { z } from "zod";

const NUMBER = z.number().nullable().catch(null);
const SCORE = z.object({ value: NUMBER, change: NUMBER });

const NUMBERS = z.object({
  days: z.number(),
  people: NUMBER,
  turns: NUMBER,
  sessions: z.object({ now: NUMBER }),
  scores: z.object({ skill: SCORE, speed: SCORE, efficiency: SCORE }),
  throttle: z.object({ hoursLost: NUMBER, episodes: NUMBER }),
  rightsizing: z.object({ monthlySavingUsd: NUMBER, recommendations: NUMBER }),
  waste: z.object({ costUsd: NUMBER }),
  coaching: z.object({ cards: NUMBER }),
});

type Numbers = z.output<typeof NUMBERS>;

/**
 * Returns null where there are none.
 *
 * @param question - The question, whose numbers are in a JSON object.
 */
export function narrativeOf(question: string): object | null {
  const line = question.split("\n").find((each) => each.startsWith("{"));
  const read = NUMBERS.safeParse(line === undefined ? null : JSON.parse(line));
  return read.success ? write(read.data) : null;
}

function write(numbers: Numbers): object {
  const { days, people, turns, sessions, scores, throttle, rightsizing, waste, coaching } = numbers;
  const { skill } = scores;
  return {
    summary: sentences(
      `In ${days} days ${shown(people)} people worked with agents in ${shown(sessions.now)} sessions and ${shown(turns)} turns.`,
      skill.value === null ? null : `Skill is at ${shown(skill.value)}${changed(skill.change)}.`,
      throttle.hoursLost === null
        ? null
        : `Slow or refusing providers took ${shown(throttle.hoursLost)} hours.`,
      "Prompts that name a file, what should happen and how it is checked would help most.",
    ),
    scores: sentences(
      scores.speed.value === null
        ? null
        : `Speed is ${shown(scores.speed.value)}${changed(scores.speed.change)}.`,
      scores.efficiency.value === null
        ? null
        : `Efficiency is ${shown(scores.efficiency.value)}${changed(scores.efficiency.change)}.`,
    ),
    prompts: "The checks that failed most show what a prompt leaves open.",
    throttle: sentences(
      throttle.episodes === null ? null : `${shown(throttle.episodes)} times work stopped or slowed down.`,
    ),
    rightsizing: sentences(
      rightsizing.recommendations === null || rightsizing.monthlySavingUsd === null
        ? null
        : `${shown(rightsizing.recommendations)} recommendations would save ${shown(rightsizing.monthlySavingUsd)} USD a month.`,
    ),
    waste: waste.costUsd === null ? "" : `Work that came to nothing cost ${shown(waste.costUsd)} USD.`,
    coaching: coaching.cards === null ? "" : `${shown(coaching.cards)} cards were written.`,
  };
}

function sentences(...written: (string | null)[]): string {
  return written.filter((sentence) => sentence !== null).join(" ");
}

function changed(change: number | null): string {
  if (change === null || Math.round(Math.abs(change)) === 0) return "";
  return `, ${shown(Math.abs(change))} points ${change > 0 ? "more" : "less"} than in the time before`;
}

function shown(value: number | null): string {
  return value === null ? "some" : String(Math.round(value));
}
