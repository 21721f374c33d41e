/** Looks for what keeps people with disabilities out, by axe-core. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const AXE = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");

interface Violation {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary: string }[];
}

/** The rules about colours and room, the only ones that can differ where only the theme or the width does. */
export const OF_LOOKS = [
  "color-contrast",
  "link-in-text-block",
  "scrollable-region-focusable",
  "target-size",
] as const;

/** With ALL_LOOKS=1 axe looks at all of each page in every look. */
export const ALL_LOOKS = Bun.env["ALL_LOOKS"] === "1";

/**
 * Finds the third and later of neighbours that differ in their texts only, as rows of a table do: what axe says of the
 * first two holds for them.
 */
const LOOK_ALIKES = `(() => {
  const styled = ["class", "style", "role", "type", "colspan"];
  const looksOf = (element) =>
    [
      element.tagName,
      ...Array.from(element.attributes, ({ name, value }) => (styled.includes(name) ? name + value : name)),
      "(",
      ...Array.from(element.children, looksOf),
      ")",
    ].join(" ");
  const found = [];
  const visit = (parent) => {
    const seen = new Map();
    for (const child of parent.children) {
      const looks = looksOf(child);
      const times = (seen.get(looks) ?? 0) + 1;
      seen.set(looks, times);
      if (times > 2) found.push(child);
      else visit(child);
    }
  };
  visit(document.body);
  return found;
})()`;

/**
 * Returns "rule: where: why" for each violation, of any weight.
 *
 * @param rules - Only these; all of them where it is left out.
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // half a megabyte, which stays as long as the page is not loaded anew
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const options = { resultTypes: ["violations"], ...(rules && { runOnly: { type: "rule", values: rules } }) };
  const exclude = ALL_LOOKS ? "[]" : LOOK_ALIKES;
  const found = await page.evaluate<{ violations: Violation[] }>(
    `axe.run({ include: [document.documentElement], exclude: ${exclude} }, ${JSON.stringify(options)})`,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`,
    ),
  );
}
