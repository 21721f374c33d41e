/** What the rest of the program asks of the engine, wherever that runs; messages to another thread are one way. */
import type { AuditedBy } from "../../answers/audited.ts";
import type { ChangeAnswer, ChangeAsked, ChangeName } from "../../answers/changes.ts";
import type { Answered } from "../../answers/post-office.ts";
import type { KeyUse } from "../../identity/keys/table.ts";
import type { Use } from "../../identity/uses.ts";
import type { DamagedFrame } from "../../writer/upkeep/table.ts";

/** Where to ask. */
export interface EngineDesk {
  /** Notes when keys were used; what comes while the engine is away is lost, and comes again with the next use. */
  recordUses(uses: readonly KeyUse[]): void;
  /** The same of sign-ins. */
  recordSignInUses(uses: readonly Use[]): void;
  /** Notes a frame that a query found unreadable. */
  noteDamage(frame: DamagedFrame): void;
  /**
   * Asks for a change.
   *
   * @param by - Who asks, for the audit log; null for a change that it does not record.
   * @returns No answer past the deadline and while the engine is away.
   * @throws As the change.
   */
  change<Name extends ChangeName>(
    name: Name,
    asked: ChangeAsked<Name>,
    by: AuditedBy | null,
  ): Promise<Answered<ChangeAnswer<Name>>>;
}
