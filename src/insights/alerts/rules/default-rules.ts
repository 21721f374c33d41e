/** The rules of an organization that never changed any. */
import type { Rule } from "./rule.ts";

/** They have no place: alerts are listed, and nothing is sent until an admin says to where. */
export const DEFAULT_RULES: readonly Rule[] = [
  ruleOf("spend", "Budgets", [50, 80, 100]),
  ruleOf("forecast", "Budget by the end of the month", [100]),
  ruleOf("waiting", "Waiting for models", [2]),
  ruleOf("silence", "Keys and agents that stopped", [1]),
  ruleOf("refused_senders", "Refused senders", [10]),
  ruleOf("judge", "Judge model", [60]),
  ruleOf("stage_behind", "Work that is behind", [15]),
  ruleOf("backup", "Backups", [7]),
];

function ruleOf(kind: Rule["kind"], name: string, thresholds: number[]): Rule {
  return { id: kind, name, kind, thresholds, places: [], enabled: true };
}
