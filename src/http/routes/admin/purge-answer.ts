/** What removing a person would remove, or removes. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../../identity/developers/answer.ts";

const COUNT = z.int().min(0);

export const PURGE_ANSWER = z.object({
  id: z.string().nullable().describe("The id of the purge; null when it was only counted."),
  developer: DEVELOPER_ANSWER,
  dryRun: z.boolean(),
  sessions: COUNT,
  rows: z.record(z.string(), COUNT).describe("By table; tables without any are left out."),
  keys: COUNT.describe("Their keys in use, which are revoked at once."),
});
