/** What a session has said and done so far, as far as the next prompt is compared with it. */
import { LRUCache } from "lru-cache";
import type { ToolCall } from "../../normaliser/event.ts";
import { namedPaths } from "../wording/paths.ts";
import { contentWords } from "../wording/words.ts";
import { type Cues, cuesOf } from "./coherence.ts";
import { type PathIndex, rememberPath, writtenPaths } from "../files.ts";
import { isNonTrivial, type Turn } from "../turn.ts";
import { editedFiles } from "../work.ts";
import { perObject } from "../../vocabulary/sharing/per-object.ts";

/** How far back a prompt's words are looked for. */
const PROMPTS_BACK = 3;
const CALLS_BACK = 30;
/** More texts than all the calls that are looked back on contain. */
const REMEMBERED_TEXTS = 500;

/** Grows turn by turn; what belongs to the sub-session begins anew with each of them. */
export interface Memory {
  /** Texts of the session's last three non-trivial prompts, null where withheld. */
  prompts: readonly (string | null)[];
  /** The session's last thirty tool calls. */
  calls: readonly ToolCall[];
  /** Content words of texts that were looked at before. */
  words: LRUCache<string, ReadonlySet<string>>;
  /** Turns of the sub-session whose paths have not been read yet. */
  unread: Turn[];
  /** Paths that the sub-session's prompts name or its tool calls' arguments hold. */
  paths: Set<string>;
  /** Paths that the sub-session has written or that its prompts name. */
  purpose: Set<string>;
  index: PathIndex;
}

/** Returns an empty memory. */
export function emptyMemory(): Memory {
  return { prompts: [], calls: [], words: new LRUCache({ max: REMEMBERED_TEXTS }), ...noPaths() };
}

/** Forgets what belongs to the sub-session, because another one begins. */
export function forgetPaths(memory: Memory): void {
  Object.assign(memory, noPaths());
}

function noPaths(): Pick<Memory, "unread" | "paths" | "purpose" | "index"> {
  return { unread: [], paths: new Set(), purpose: new Set(), index: new Map() };
}

/** Adds one turn. */
export function remember(memory: Memory, turn: Turn): void {
  if (isNonTrivial(turn)) memory.prompts = [...memory.prompts, turn.text].slice(-PROMPTS_BACK);
  const calls = turn.toolReadings.slice(-CALLS_BACK).map((reading) => reading.call);
  memory.calls = [...memory.calls, ...calls].slice(-CALLS_BACK);
  memory.unread.push(turn);
}

/** Compares a prompt's text with everything remembered. */
export function cuesAgainst(memory: Memory, prompt: string): Cues {
  // A prompt without paths shares none, so the paths of the sub-session need not be read.
  if (namedPaths(prompt).length > 0) readPaths(memory);
  return cuesOf(prompt, {
    lastPrompts: memory.prompts.filter((text) => text !== null),
    toolArguments: memory.calls.flatMap((call) => call.arguments),
    wordsIn: (text) => rememberedWords(memory, text),
    subSessionPaths: [...memory.paths],
    purposePaths: [...memory.purpose],
  });
}

function readPaths(memory: Memory): void {
  for (const { text, toolReadings } of memory.unread) {
    const named = text === null ? [] : namedPaths(text);
    const handled = toolReadings.flatMap((reading) => pathsIn(reading.call));
    for (const path of [...named, ...handled]) memory.paths.add(rememberPath(memory.index, path));
    for (const path of [...named, ...writtenPaths(toolReadings)]) {
      memory.purpose.add(rememberPath(memory.index, path));
    }
  }
  memory.unread = [];
}

const pathsIn = perObject(readPathsOf);

function readPathsOf(call: ToolCall): string[] {
  const written = editedFiles(call).flatMap((file) => (file.path === null ? [] : [file.path]));
  return [...written, ...call.arguments.flatMap(namedPaths)];
}

function rememberedWords({ words }: Memory, text: string): ReadonlySet<string> {
  const known = words.get(text);
  if (known !== undefined) return known;
  const found = contentWords(text);
  words.set(text, found);
  return found;
}
