/** Looks for what keeps people with disabilities out, by axe-core. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const AXE = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");

interface Violation {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary: string }[];
}

/** The rules about colours, the only ones that can differ where only the theme does. */
export const COLOURS = ["color-contrast", "link-in-text-block"] as const;

/**
 * Returns "rule: where: why" for each violation, of any weight.
 *
 * @param rules - Only these; all of them where it is left out.
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // half a megabyte, which stays as long as the page is not loaded anew
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const options = { resultTypes: ["violations"], ...(rules && { runOnly: { type: "rule", values: rules } }) };
  const found = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`,
    ),
  );
}
