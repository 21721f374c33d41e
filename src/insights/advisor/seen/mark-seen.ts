/** Notes that a person saw an advice, or begins to try it for a week. */
import type { Database } from "../../../database/open.ts";
import { findDeveloper, idsOf, readDevelopers } from "../../../identity/developers/directory.ts";
import type { ReadScope } from "../../../identity/scope.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { isBeingPurged } from "../../governance/being-purged.ts";
import type { HabitId } from "../habits/rules/every-habit.ts";
import { findCard } from "../listed/listed-cards-table.ts";
import { saveSeen } from "./seen-table.ts";

/** Who sees what. */
export interface SeenRequest {
  scope: ReadScope;
  /** The developer whose key it is. */
  developer: string;
  advice: { kind: "habit"; habit: HabitId; does: "see" | "try" } | { kind: "card"; cardId: string };
}

/**
 * Keeps it; when it was first seen stays as it is.
 *
 * @param transaction - A transaction.
 * @returns false for an unknown developer or one who is being purged, and for a card that is not theirs.
 */
export async function markSeen(
  transaction: Database,
  { scope, developer, advice }: SeenRequest,
  now: Instant,
): Promise<boolean> {
  const { organizationId: organization } = scope;
  const found = await findDeveloper(transaction, { organizationId: organization, idOrEmail: developer });
  if (found === null || (await isBeingPurged(transaction, [found.id]))) return false;
  if (advice.kind === "card") {
    const developers = idsOf(found.id, await readDevelopers(transaction, organization));
    const card = await findCard(transaction, { organization, developers, id: advice.cardId });
    if (card === null) return false;
  }
  await saveSeen(transaction, {
    organization,
    developer: found.id,
    advice: advice.kind === "card" ? advice.cardId : advice.habit,
    first_seen_at: now,
    shown_at: now,
    tried_at: advice.kind === "habit" && advice.does === "try" ? now : null,
  });
  return true;
}
