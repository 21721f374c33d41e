/** What `scoring verify` says of the audit log. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { auditHeadsPath } from "../../appliance/layout.ts";
import { auditTables, type ChainPlace } from "../../audit/audit-table.ts";
import { SERVER_CHAIN } from "../../audit/entry.ts";
import { readNotedHeads } from "../../audit/noted-heads.ts";
import { chainOwner, sayFault } from "../../audit/say-fault.ts";
import { type VerifiedChain, verifyAudit } from "../../audit/verify.ts";
import { describeError } from "../../vocabulary/log.ts";
import { type CommandCall, CommandFailure, textFlag } from "../command.ts";
import { fail, type Finding, ok } from "../doctor/finding.ts";
import { chosenOrganization, hasTables, reading } from "../stores.ts";
import { count } from "../text/count.ts";

/** Verifies every chain of the data directory, also with what was noted next to the database or exported from it. */
export async function checkAudit(call: CommandCall): Promise<Finding[]> {
  const path = auditHeadsPath(call.loaded.settings.dataDir);
  let noted: ChainPlace[];
  try {
    // before the database is read: what is noted was in it already
    noted = await readNotedHeads(path);
  } catch (error) {
    return [fail("audit log", describeError(error), REMEDY)];
  }
  const exported = await readExported(call);
  const chains = await reading(call, async (database) =>
    (await hasTables(database, auditTables)) ? verifyAudit(database, [...noted, ...exported]) : [],
  );
  return chains.map(describeChain);
}

function describeChain(chain: VerifiedChain): Finding {
  const { organization, entries, head } = chain;
  const fault = sayFault(chain);
  if (fault !== null) return fail("audit log", fault, REMEDY);
  const owner = chainOwner(organization);
  const end = `the last is ${head.number}, ${head.hash.slice(0, SHOWN_DIGITS)}`;
  return ok("audit log", `${owner}: ${count(entries, "entry", "entries")} in an unbroken chain; ${end}`);
}

const SHOWN_DIGITS = 16;

const REMEDY =
  "somebody changed the database: keep this directory as evidence, and compare it with a backup or an exported log";

const EXPORTED = z.object({ chain: z.enum(["organization", "server"]), number: z.int(), hash: z.string() });

/** @throws A failure of the command for a file that is no exported log. */
async function readExported(call: CommandCall): Promise<ChainPlace[]> {
  const file = textFlag(call, "log");
  if (file === null) return [];
  const { id } = await reading(call, (database) => chosenOrganization(call, database));
  try {
    const lines = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    return lines.map((line) => {
      const { chain, number, hash } = EXPORTED.parse(JSON.parse(line));
      return { organization: chain === "server" ? SERVER_CHAIN : id, number, hash };
    });
  } catch {
    throw new CommandFailure(`${file} is no audit log that scoring exported`);
  }
}
