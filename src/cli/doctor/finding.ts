/** What the doctor says of one thing it looked at. */
import { formatTable } from "../text/table.ts";

export interface Finding {
  check: string;
  state: "ok" | "warn" | "fail";
  /** What was found. */
  found: string;
  /** What to do; null when nothing needs doing. */
  remedy: string | null;
}

export function ok(check: string, found: string): Finding {
  return { check, state: "ok", found, remedy: null };
}

/** Something works, but not as well as it could. */
export function warn(check: string, found: string, remedy: string): Finding {
  return { check, state: "warn", found, remedy };
}

/** Something does not work, or will not for long. */
export function fail(check: string, found: string, remedy: string): Finding {
  return { check, state: "fail", found, remedy };
}

/** Returns a line for each, with what to do below it. */
export function formatFindings(findings: readonly Finding[], width: number | null): string {
  const columns = ["", "CHECK", "FOUND"].map((title) => ({ title, align: "left" as const }));
  const rows = findings.flatMap(({ state, check, found, remedy }) => [
    [state, check, found],
    ...(remedy === null ? [] : [["", "", `-> ${remedy}`]]),
  ]);
  return formatTable(columns, rows, width);
}
