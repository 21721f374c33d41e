/** The tool `my_cost`: what the work cost, by model or otherwise, and this month's forecast. */
import { z } from "zod";
import { formatCount, formatThings, formatUsd } from "../../../embedded/dashboard/words/numbers.ts";
import { USAGE_ANSWER, type UsageSums } from "../../insights/usage/usage-answer.ts";
import { ask, lastDays, whose } from "../api.ts";
import { daysInput, defineTool, DEVELOPER_INPUT, limitInput } from "../tool.ts";
import { inOneLine } from "../untrusted.ts";

const ANSWER = USAGE_ANSWER.pick({ total: true, rows: true, forecast: true });

export const MY_COST = defineTool({
  name: "my_cost",
  title: "My cost",
  description:
    "What a developer's work with agents cost in US dollars, with sessions and tokens, by model, agent, tool or day; " +
    "and what this calendar month is expected to cost. Calls without a known price are counted separately.",
  input: z.object({
    days: daysInput(7),
    by: z.enum(["model", "agent", "day", "tool", "mcp_server"]).default("model"),
    limit: limitInput(5),
    developer: DEVELOPER_INPUT,
  }),
  answer: async ({ api, marked, input: { days, by, limit, developer } }) => {
    const parameters = { ...lastDays(api, days), by, limit, developer: await whose(api, developer) };
    const { total, rows, forecast } = await ask(api, "/scoring/usage", { parameters, answer: ANSWER });
    const { spentUsd, expectedUsd, limitUsd } = forecast;
    const expected = expectedUsd === null ? "" : `, ${formatUsd(expectedUsd)} expected by its end`;
    const budget = limitUsd === null ? "" : `; the budget is ${formatUsd(limitUsd)}`;
    const page = `${api.pages}/usage`;
    const lines = [
      `Last ${days} days: ${sayCost(total)} in ${formatThings(total.sessions ?? 0, "session")}, ${formatCount(tokensOf(total))} tokens.`,
      ...rows.map(
        ({ name, sums }) => `${by} ${marked(name)}: ${sayCost(sums)}, ${formatCount(tokensOf(sums))} tokens.`,
      ),
      `This month: ${formatUsd(spentUsd)} so far${expected}${budget}.`,
      `More: ${page}`,
    ];
    const structured = {
      days,
      total: inNumbers(total),
      by,
      rows: rows.map(({ name, sums }) => ({
        untrustedName: name === null ? null : inOneLine(name),
        ...inNumbers(sums),
      })),
      month: { spentUsd, expectedUsd, limitUsd },
      page,
    };
    return { lines, structured };
  },
});

function sayCost({ costUsd, unpricedCalls }: UsageSums): string {
  if (costUsd === null) return "cost not known";
  const unpriced =
    unpricedCalls === null || unpricedCalls === 0 ? "" : ` and ${unpricedCalls} calls without a price`;
  return `${formatUsd(costUsd)}${unpriced}`;
}

/** All kinds together; reasoning is in the output. */
function tokensOf({ tokens: { input, output, cacheRead, cacheWrite } }: UsageSums): number {
  return (input ?? 0) + (output ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0);
}

function inNumbers(sums: UsageSums) {
  const { costUsd, unpricedCalls, sessions, modelCalls } = sums;
  return { costUsd, unpricedCalls, sessions, modelCalls, tokens: tokensOf(sums) };
}
