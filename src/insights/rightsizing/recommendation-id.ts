/** The id of a recommendation. */
import { derivedId } from "../../vocabulary/hash.ts";
import type { Recommendation } from "./rightsizing-answer.ts";

/** The same for as long as the same change is recommended for the same work. */
export function recommendationId({
  kind,
  model,
  from,
  to,
  segment: { agent, intent, size },
}: Pick<Recommendation, "kind" | "model" | "from" | "to" | "segment">): string {
  return derivedId(kind, model, from, to, agent, intent ?? "", size ?? "");
}
