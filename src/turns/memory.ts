/** What a session has said and done so far, as far as the next prompt is compared with it. */
import type { ToolCall } from "../normaliser/event.ts";
import { namedPaths } from "../vocabulary/paths.ts";
import { editedFiles } from "./work.ts";
import { type PathIndex, rememberPath, writtenPaths } from "./files.ts";
import { isNonTrivial, type Turn } from "./turn.ts";

/** How far back a prompt's words are looked for. */
const PROMPTS_BACK = 3;
const CALLS_BACK = 30;

/** Grows turn by turn; the paths begin anew with each sub-session. */
export interface Memory {
  /** Texts of the session's last three non-trivial prompts, null where withheld. */
  prompts: (string | null)[];
  /** The session's last thirty tool calls. */
  calls: ToolCall[];
  /** Paths that the sub-session's prompts name or its tool calls' arguments hold. */
  paths: Set<string>;
  /** Paths that the sub-session has written or that its prompts name. */
  purpose: Set<string>;
  index: PathIndex;
}

/** Nothing said and done yet. */
export function emptyMemory(): Memory {
  return { prompts: [], calls: [], ...noPaths() };
}

/** Forgets the paths, because another sub-session begins. */
export function forgetPaths(memory: Memory): void {
  Object.assign(memory, noPaths());
}

function noPaths(): Pick<Memory, "paths" | "purpose" | "index"> {
  return { paths: new Set(), purpose: new Set(), index: new Map() };
}

/** Takes in one turn. */
export function remember(memory: Memory, turn: Turn): void {
  if (isNonTrivial(turn)) memory.prompts = [...memory.prompts, turn.text].slice(-PROMPTS_BACK);
  const calls = turn.toolReadings.map((reading) => reading.call);
  memory.calls = [...memory.calls, ...calls.slice(-CALLS_BACK)].slice(-CALLS_BACK);
  const named = turn.text === null ? [] : namedPaths(turn.text);
  for (const path of [...named, ...calls.flatMap(pathsOf)]) {
    memory.paths.add(rememberPath(memory.index, path));
  }
  for (const path of [...named, ...writtenPaths(turn.toolReadings)]) {
    memory.purpose.add(rememberPath(memory.index, path));
  }
}

function pathsOf(call: ToolCall): string[] {
  const written = editedFiles(call).flatMap((file) => (file.path === null ? [] : [file.path]));
  return [...written, ...call.arguments.flatMap(namedPaths)];
}
