/** The tool `budgets`: what was spent of each budget this month. */
import { z } from "zod";
import { formatUsd } from "../../../embedded/dashboard/words/numbers.ts";
import { BUDGETS_ANSWER } from "../../insights/governance/limits/limits.ts";
import { ask } from "../api.ts";
import { defineTool } from "../tool.ts";
import { inOneLine } from "../untrusted.ts";

const ANSWER = BUDGETS_ANSWER.pick({ from: true, to: true, budgets: true });

export const BUDGETS = defineTool({
  name: "budgets",
  title: "Budgets",
  description:
    "The budgets that this key may see, what was spent of each this calendar month (UTC) and what is expected by its " +
    "end. Budgets only warn: nothing is stopped.",
  input: z.object({}),
  answer: async ({ api, marked }) => {
    const { from, to, budgets } = await ask(api, "/v1/governance/budgets", { answer: ANSWER });
    const page = `${api.pages}/governance`;
    const lines = budgets.map(({ developer, model, limitUsd, spentUsd, expectedUsd }) => {
      const who = developer === null ? "Everybody" : marked(developer.name);
      const on = model === null ? "all models" : marked(model);
      const expected =
        expectedUsd === null ? "" : `, ${formatUsd(expectedUsd)} expected by the end of the month`;
      return `${who}, ${on}: ${formatUsd(spentUsd)} of ${formatUsd(limitUsd)} spent${expected}.`;
    });
    const structured = {
      from,
      to,
      budgets: budgets.map(({ developer, model, limitUsd, spentUsd, expectedUsd }) => ({
        untrustedDeveloper: developer === null ? null : inOneLine(developer.name),
        untrustedModel: model === null ? null : inOneLine(model),
        limitUsd,
        spentUsd,
        expectedUsd,
      })),
      page,
    };
    const said = lines.length === 0 ? ["No budget is set that this key may see."] : lines;
    return { lines: [...said, `More: ${page}`], structured };
  },
});
