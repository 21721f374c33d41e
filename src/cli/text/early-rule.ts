/** Says of a bucket's rule what it does to records. */
import type { DeletingRule } from "../../objects/s3-lifecycle.ts";
import { count } from "./count.ts";

export function sayEarlyRule({ name, prefix, days }: DeletingRule, keptDays: number): string {
  const rule = name === "" ? "a lifecycle rule" : `the lifecycle rule ${name}`;
  const which = prefix === "" ? "all its objects" : `objects below ${prefix}`;
  const when = days === null ? "on one day" : `after ${count(days, "day")}`;
  return `${rule} of the bucket deletes ${which} ${when}: records are to stay for ${count(keptDays, "day")}`;
}
