/** `logs.json` of Gemini CLI and its fork Qwen Code: what a person typed, commands among it, of all sessions of a project. */
import type { Instant } from "../vocabulary/units.ts";
import { listWithin, readJsonFile, textWithin, timeOf } from "./values.ts";

/** A line that was typed. */
export interface TypedLine {
  id: string;
  at: Instant;
  text: string;
}

/** Returns what was typed in a session, the earlier first; empty where the file is missing or cut off. */
export function readTypedLines(path: string, session: string): TypedLine[] {
  const typed = listWithin(readJsonFile(path)).flatMap((line, index) => {
    const at = timeOf(textWithin(line, "timestamp"));
    if (at === null || textWithin(line, "sessionId") !== session) return [];
    const id = `typed ${textWithin(line, "messageId") ?? index}`;
    return [{ id, at, text: textWithin(line, "message")?.trim() ?? "" }];
  });
  return typed.toSorted((left, right) => left.at - right.at);
}
