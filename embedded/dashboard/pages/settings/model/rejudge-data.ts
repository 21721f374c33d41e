/** What judging again takes, and how far it is, in words. */
import { formatThings, formatTokens, formatUsd } from "../../../words/numbers.ts";
import type { Estimate, Rejudging } from "./fetch-rejudge.ts";

/** Returns "small would be asked about 1,200 prompts: about 3.5 M tokens, for about $1.90." */
export function sayEstimate({ model, prompts, calls, inputTokens, outputTokens, costUsd }: Estimate): string {
  if (prompts === 0) return `Nothing to do: every grade of that time is from ${model}.`;
  const once = calls < prompts ? ` in ${formatThings(calls, "call")}, identical prompts once` : "";
  const cost = costUsd === null ? "; its price is not known" : `, for ${sayCost(costUsd)}`;
  const tokens = formatTokens(inputTokens + outputTokens);
  return `${model} would be asked about ${formatThings(prompts, "prompt")}${once}: about ${tokens} tokens${cost}.`;
}

function sayCost(usd: number): string {
  return usd > 0 && usd < CENT ? `less than ${formatUsd(CENT)}` : `about ${formatUsd(usd)}`;
}

const CENT = 0.01;

/** Returns "200 of 1,200 prompts judged again; the others wait." */
export function sayRejudging({ model, prompts, waiting, status }: Rejudging): string {
  if (status === "completed") return `${formatThings(prompts, "prompt")} judged again by ${model}.`;
  return `${Math.max(0, prompts - waiting)} of ${formatThings(prompts, "prompt")} judged again; the others wait.`;
}
