/** The audit log as answers show it: names are looked up when it is read, and are in no entry. */
import { z } from "zod";
import { ACTOR_KINDS, AUDIT_ACTIONS, AUDIT_RESULTS, type SubjectKind } from "../../audit/actions.ts";

export const AUDIT_POSITION = z.object({ at: z.int(), organization: z.string(), number: z.int() });

const NAME = z.string().nullable();

// the kinds are listed in no document: new ones come with new parts
const SUBJECT_KIND = z.string() as unknown as z.ZodType<SubjectKind>;

export const AUDIT_ENTRY = z.object({
  chain: z.enum(["organization", "server"]),
  number: z.int(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    id: z.string().nullable(),
    name: NAME.describe("null: nobody knows any more, as of a purged person."),
  }),
  from: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  target: z.object({ kind: SUBJECT_KIND, id: z.string(), name: NAME }).nullable(),
  result: z.enum(AUDIT_RESULTS),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()),
  previousHash: z.string(),
  hash: z.string(),
});
export type AuditEntryAnswer = z.infer<typeof AUDIT_ENTRY>;
