/** Rows of `GET /v1/admin/developers`: what is asked for, and what is answered. */
import { z } from "zod";
import type { SortedPosition } from "../../vocabulary/lists/sorted-page.ts";
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

/** What people are sorted by; a score would make a ranking of it. */
export const PEOPLE_SORTS = ["name", "last_seen"] as const;

/** What is asked for. */
export interface PeopleQuery {
  organizationId: string;
  /** One developer's id or e-mail; null for all. */
  developer: string | null;
  /** Part of a name, an e-mail or an account; null for everybody. */
  searched: string | null;
  sort: (typeof PEOPLE_SORTS)[number];
  order: "asc" | "desc";
  limit: number;
  after: SortedPosition | null;
}

/** One page. */
export interface PeoplePage {
  developers: PersonRow[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: SortedPosition | null;
}
