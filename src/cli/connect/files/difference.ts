/** The difference between a file as it is and as it will be, for people. */
import { structuredPatch } from "diff";

const CONTEXT_LINES = 2;

/** A key of this program's, and what of it may be shown. */
const KEY = /(scoring_\w{4})\w{34}/g;

/**
 * Returns lines marked with `-` and `+`, under the path; no key is whole.
 *
 * @remarks Takes null where there is no such file.
 */
export function showDifference(path: string, before: string | null, after: string | null): string {
  const { hunks } = structuredPatch(path, path, before ?? "", after ?? "", undefined, undefined, {
    context: CONTEXT_LINES,
  });
  const lines = hunks.map(({ lines }) => lines.filter((line) => !line.startsWith("\\")).join("\n"));
  const shown = lines.join("\n…\n").replace(KEY, "$1…");
  return [`${path}${remark(before, after)}`, shown].filter((part) => part !== "").join("\n");
}

function remark(before: string | null, after: string | null): string {
  if (before === null) return " (new)";
  return after === null ? " (deleted)" : "";
}
