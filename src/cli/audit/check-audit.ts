/** What `scoring verify` says of the audit log. */
import { auditHeadsPath } from "../../appliance/layout.ts";
import { auditTables, type ChainPlace } from "../../audit/audit-table.ts";
import { readNotedHeads } from "../../audit/noted-heads.ts";
import { type ChainFault, type VerifiedChain, verifyAudit } from "../../audit/verify.ts";
import { describeError } from "../../vocabulary/log.ts";
import type { CommandCall } from "../command.ts";
import { fail, type Finding, ok } from "../doctor/finding.ts";
import { hasTables, reading } from "../stores.ts";
import { count } from "../text/count.ts";

/** Verifies every chain of the data directory, also with what was noted next to the database. */
export async function checkAudit(call: CommandCall): Promise<Finding[]> {
  const path = auditHeadsPath(call.loaded.settings.dataDir);
  let noted: ChainPlace[];
  try {
    // before the database is read: what is noted was in it already
    noted = await readNotedHeads(path);
  } catch (error) {
    return [fail("audit log", describeError(error), REMEDY)];
  }
  const chains = await reading(call, async (database) =>
    (await hasTables(database, auditTables)) ? verifyAudit(database, noted) : [],
  );
  return chains.map(describeChain);
}

/** Returns what is wrong with a chain; null when nothing is. */
function sayFault({ organization, fault }: VerifiedChain): string | null {
  if (fault === null) return null;
  return `the audit log of ${ownerOf(organization)} is broken at entry ${fault.number}: ${FAULTS[fault.kind]}`;
}

function describeChain(chain: VerifiedChain): Finding {
  const { organization, entries, head } = chain;
  const fault = sayFault(chain);
  if (fault !== null) return fail("audit log", fault, REMEDY);
  const end = `the last is ${head.number}, ${head.hash.slice(0, SHOWN_DIGITS)}`;
  return ok(
    "audit log",
    `${ownerOf(organization)}: ${count(entries, "entry", "entries")} in an unbroken chain; ${end}`,
  );
}

const SHOWN_DIGITS = 16;

function ownerOf(organization: string): string {
  return organization === "" ? "the server" : `the organization ${organization}`;
}

const FAULTS: Readonly<Record<ChainFault, string>> = {
  changed: "it was changed",
  unlinked: "it does not follow the entry before it",
  missing: "it was removed",
  cut_off: "it and all later ones were removed",
  not_as_noted: "it is not the entry that was noted when it was written",
};

const REMEDY =
  "somebody changed the database: keep this directory as evidence, and compare it with a backup or an exported log";
