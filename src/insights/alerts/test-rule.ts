/** Sends a message to the places of a rule, which only says that messages arrive. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { deliverTo, type PlaceParts } from "../integrations/sending/deliver-to.ts";
import { namePlace, readWebhookNames } from "../integrations/sending/name-places.ts";
import type { PlaceAnswer } from "../integrations/sending/place.ts";
import type { RuleName } from "./rules/rule.ts";
import { readRules } from "./rules/rules-table.ts";

/** What came of a test message to one place. */
export interface TestedPlace {
  place: PlaceAnswer;
  /** null when it arrived. */
  error: string | null;
}

/** Tries each place once, all at the same time. */
export async function testAlertRule(
  parts: PlaceParts & { database: Database },
  { organizationId, id }: RuleName,
): Promise<Result<TestedPlace[], { kind: "unknown_rule" | "no_place" }>> {
  const rule = (await readRules(parts.database, organizationId)).find((known) => known.id === id);
  if (rule === undefined) return fail({ kind: "unknown_rule" });
  if (rule.places.length === 0) return fail({ kind: "no_place" });
  const message = {
    title: "scoring: a test message",
    lines: [`Alerts of the rule “${rule.name}” arrive here.`],
    link: null,
  };
  const names = await readWebhookNames(parts.database, organizationId);
  const tested = rule.places.map(async (place): Promise<TestedPlace> => {
    const messageId = `test.${randomUUID()}`;
    const delivered = await deliverTo(parts, { organizationId, place, about: "test", messageId, message });
    return { place: namePlace(place, names), error: delivered.ok ? null : delivered.problem.message };
  });
  return succeed(await Promise.all(tested));
}
