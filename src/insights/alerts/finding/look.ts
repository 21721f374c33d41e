/** What every kind of rule looks with. */
import type { Database } from "../../../database/open.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import type { MachineState } from "./machine.ts";

/** A look at one organization at one time. */
export interface Look {
  database: Database;
  organization: { id: string; createdAt: Instant };
  /** Whether there is no other organization, so that what is nobody's is its own. */
  isAlone: boolean;
  now: Instant;
  machine: MachineState;
  /** Whether alerts may be about a developer's silence. */
  namesDevelopers: boolean;
}

export function everybodyIn({ organization }: Look): { organizationId: string; onlyDeveloper: null } {
  return { organizationId: organization.id, onlyDeveloper: null };
}
