/** The audit log as answers show it: names are looked up when it is read, and are in no entry. */
import { z } from "zod";
import { ACTOR_KINDS, AUDIT_ACTIONS, AUDIT_RESULTS, SUBJECT_KINDS } from "../../audit/actions.ts";

export const AUDIT_POSITION = z.object({ at: z.int(), organization: z.string(), number: z.int() });

const NAME = z.string().nullable().describe("null: nobody knows any more, as of a purged person.");

export const AUDIT_ENTRY = z.object({
  chain: z.enum(["organization", "server"]),
  number: z.int().describe("Grows by one in each chain."),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    id: z.string().nullable().describe("A random id, as of every other in the log."),
    name: NAME,
  }),
  from: z.string().nullable().describe("The address that it came from."),
  action: z.enum(AUDIT_ACTIONS),
  target: z.object({ kind: z.enum(SUBJECT_KINDS), id: z.string(), name: NAME }).nullable(),
  result: z.enum(AUDIT_RESULTS),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()),
  previousHash: z.string(),
  hash: z.string().describe("SHA-256 of all that the entry holds, and of the hash before."),
});
export type AuditEntryAnswer = z.infer<typeof AUDIT_ENTRY>;
