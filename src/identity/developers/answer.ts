/** A developer as every answer shows them. */
import { z } from "zod";
import { type Developer, DEVELOPER_SOURCES } from "./developer.ts";

export const DEVELOPER_ANSWER = z.object({
  id: z.string(),
  name: z.string().describe("What an admin called them, else their e-mail, user name, or key's name."),
  email: z.string().nullable(),
  source: z.enum(DEVELOPER_SOURCES).describe("`key`: several people may share that key."),
});

export type DeveloperAnswer = z.infer<typeof DEVELOPER_ANSWER>;

export function describeDeveloper(developer: Developer): DeveloperAnswer {
  const { id, email, source, givenName, userName, fallbackName } = developer;
  return { id, name: givenName ?? email ?? userName ?? fallbackName, email, source };
}

/** The developer whose id a stored row carries. */
export function describeOwner(developers: ReadonlyMap<string, Developer>, id: string): DeveloperAnswer {
  const developer = developers.get(id);
  if (developer === undefined) throw new Error(`BUG: a row of an unknown developer ${id}`);
  return describeDeveloper(developer);
}
