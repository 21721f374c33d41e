/** Rows of `GET /v1/admin/developers`: what is asked for, and what is answered. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";

/** A developer, by what they are known, and how much came from them. */
export const PERSON_ROW = DEVELOPER_ANSWER.extend({
  aliases: z
    .array(z.object({ kind: z.string(), value: z.string() }))
    .describe("What stands for them in telemetry; of the kind `key`, a key's id."),
  sessions: z.int().min(0),
  lastSeenAt: z.iso.datetime().nullable().describe("The newest record of their sessions."),
});

export type PersonRow = z.infer<typeof PERSON_ROW>;

/** Where a page of developers ends; they come by name, then id. */
export const PERSON_POSITION = z.object({ name: z.string(), id: z.string() });
export type PersonPosition = z.infer<typeof PERSON_POSITION>;

/** What is asked for. */
export interface PeopleQuery {
  organizationId: string;
  /** One developer's id or e-mail; null for all. */
  developer: string | null;
  limit: number;
  after: PersonPosition | null;
}

/** One page. */
export interface PeoplePage {
  developers: PersonRow[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: PersonPosition | null;
}
