/** What the output of a test run says about it, for commands whose exit code says nothing. */
import { patternOf } from "../../vocabulary/word-lists.ts";

/**
 * Reads a test run's verdict from the end of its output.
 *
 * @param outputTail - A command's output, or its last lines.
 * @returns null when neither passing nor failing tests are named in the last 40 lines.
 * @see docs/scoring.md, "Test run".
 */
export function testVerdict(outputTail: string): "passed" | "failed" | null {
  const lines = outputTail.trimEnd().split("\n").slice(-DECIDING_LINES).join("\n").replace(COLOURS, "");
  if (FAILED.test(lines)) return "failed";
  return PASSED.test(lines) ? "passed" : null;
}

const DECIDING_LINES = 40;
const FAILED = patternOf("testFailed");
const PASSED = patternOf("testPassed");
// Terminal colours are right before numbers and would hide where a word begins.
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
