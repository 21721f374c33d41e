/** What the server of a data directory notes of itself there, for commands, which have an environment of their own. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** The file that names who holds a directory. */
export const notePath = (directory: string): string => join(directory, "serving.pid");

const SERVING = z.object({
  url: z.string().describe("Where it listens."),
  model: z.string().nullable().describe("Its judge model; null for none."),
  budget: z.object({ usd: z.number().nullable(), tokens: z.number().nullable() }),
});

export type Serving = z.infer<typeof SERVING>;

/** Notes it below who holds the directory; whoever releases the directory empties the note. */
export function noteServing(directory: string, serving: Serving): void {
  writeFileSync(notePath(directory), `${process.pid} server\n${JSON.stringify(serving)}\n`, { mode: 0o600 });
}

/** Returns null where no server has noted it. */
export function readServing(directory: string): Serving | null {
  try {
    const [, line = ""] = readFileSync(notePath(directory), "utf8").split("\n");
    return SERVING.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    // no file, or only who holds the directory
    return null;
  }
}
