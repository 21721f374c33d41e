/** `scoring status-line`: the line that shell prompts and agents show, printed or kept in a small file. */
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Environment } from "../../settings/environment.ts";
import { AskFailure } from "../../mcp/api.ts";
import { SECOND } from "../../vocabulary/units.ts";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";
import { KEY_FLAG, SERVER_FLAGS } from "../ask-server.ts";
import { type Command, type CommandCall, hasFlag, writeAnswer } from "../command.ts";
import { pathOf } from "../connect/files/user-file.ts";
import { serverApi } from "../mcp/server-api.ts";
import { readLine } from "./line.ts";

/** How long the file is kept as it is. */
export const REFRESH_SECONDS = 30;

export const STATUS_LINE: Command = {
  name: "status-line",
  operands: [],
  summary: "Print Skill of seven days, cost today and whether anything waits, for a prompt.",
  details:
    "Shells and agents show the line from a small file, which is quicker than any program: scoring connect shell " +
    `prints how. They call this with --refresh in the background, at most every ${REFRESH_SECONDS} s. Without a key that ` +
    "belongs to one developer there is no Skill in it.",
  flags: {
    ...KEY_FLAG,
    endpoint: { value: "URL", summary: "The server's address (default public_url, or listen)." },
    refresh: { summary: "Write it to the file, unless somebody did so just now." },
    ...SERVER_FLAGS,
  },
  reads: "settings",
  run: async (call) => {
    const api = serverApi(call);
    if (hasFlag(call, "refresh")) return refresh(call, () => readLine(api));
    const line = await readLine(api);
    writeAnswer(call, { line }, line);
    return 0;
  },
};

/** Where the line is: the second in which it was asked for, a blank, and the line. */
export function linePath(environment: Environment): string {
  const file = { folder: ".cache", movedBy: "XDG_CACHE_HOME", names: ["scoring/status-line"] };
  return pathOf(file, environment);
}

/** The time is written first: while an answer is on its way, or none comes, nobody else asks. */
async function refresh(call: CommandCall, read: () => Promise<string>): Promise<0 | 1> {
  const path = linePath(call.environment);
  const now = Math.floor(call.program.clock() / SECOND);
  const [askedAt, before] = readFile(path);
  if (Math.abs(now - askedAt) < REFRESH_SECONDS) return 0;
  mkdirSync(dirname(path), { recursive: true });
  await writeWholeFile(path, `${now} ${before}\n`);
  const line = await read().catch((error: unknown) => {
    if (error instanceof AskFailure) return null;
    throw error;
  });
  await writeWholeFile(path, `${now} ${line ?? "scoring: no answer"}\n`);
  return line === null ? 1 : 0;
}

function readFile(path: string): [askedAt: number, line: string] {
  try {
    const [, askedAt = "0", line = ""] = /^(\d+) (.*)$/m.exec(readFileSync(path, "utf8")) ?? [];
    return [Number(askedAt), line];
  } catch {
    return [0, ""];
  }
}
