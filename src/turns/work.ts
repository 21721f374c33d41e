/** What events mean for a turn: which of them are work, and what a tool call did. */
import type {
  Decision,
  Event,
  FileEdit,
  Interrupt,
  ModelCall,
  Prompt,
  ToolCall,
} from "../normaliser/event.ts";
import { readShell, type RevertedCommit, type ShellReading } from "./shell/read-shell.ts";
import { testVerdict } from "./shell/test-verdict.ts";
import { perObject } from "../vocabulary/sharing/per-object.ts";

/** Everything the agent does, and what a person says to it in between. */
export type Work = ModelCall | ToolCall | Decision | Interrupt;

/**
 * Whether the event is work: start-up records, metrics and prompts are not work, and helpers' calls are not
 * counted.
 */
export function isWork(event: Event): event is Work {
  if (event.kind === "model_call") return !event.helper;
  return event.kind === "tool_call" || event.kind === "decision" || event.kind === "interrupt";
}

/**
 * Whether a person waits for the end of the event. Nobody waits for an interrupt, which some agents report minutes
 * after the person stopped them.
 *
 * @see docs/scoring.md, "Gap".
 */
export function takesTime(event: Event): event is Exclude<Work, Interrupt> {
  return isWork(event) && event.kind !== "interrupt";
}

/** The files that an edit wrote, or that a person would not have written; null: the agent does not say. */
export function editedFiles(call: ToolCall): readonly FileEdit[] {
  if (!call.edits) return NO_FILES;
  return call.files.length > 0 ? call.files : ONE_UNKNOWN_FILE;
}

const NO_FILES: readonly FileEdit[] = [];
const ONE_UNKNOWN_FILE: readonly FileEdit[] = [{ path: null, added: null, removed: null }];

/** What one tool call did. */
export interface ToolReading {
  call: ToolCall;
  /** The tool did not work, or its command is known to have returned other than 0. */
  failed: boolean;
  /** It is an edit that worked. */
  edited: boolean;
  /** It is an edit that worked, or a shell command that edits and is not known to have failed. */
  changes: boolean;
  /** How the test run in it ended; null when it is none, or nobody can know. */
  test: "passed" | "failed" | null;
  commit: boolean;
  pullRequest: boolean;
  /** Paths whose changes it undid, `everything` when it names none; null when it undoes nothing. */
  reverts: readonly string[] | "everything" | null;
  /** The commits that it undid. */
  revertedCommits: readonly RevertedCommit[];
}

/**
 * Reads what a tool call did from its arguments, its exit code and its output.
 *
 * @see docs/scoring.md, "Tool call" and "Test run, commit, pull request, revert".
 */
export const readTool = perObject(readCall);

function readCall(call: ToolCall): ToolReading {
  // a call that a person rejected did not fail: it never ran
  const failed = !call.rejected && (call.ok === false || (call.exitCode !== null && call.exitCode !== 0));
  const edited = call.edits && call.ok === true && !failed;
  const reading: ToolReading = {
    call,
    failed,
    edited,
    changes: edited,
    test: null,
    commit: call.commits > 0,
    pullRequest: call.pullRequests > 0,
    reverts: null,
    revertedCommits: [],
  };
  return call.command === null || call.rejected ? reading : readCommand(reading, call.command);
}

function readCommand(reading: ToolReading, command: string): ToolReading {
  const { call } = reading;
  const shell = readShell(command);
  const succeeded = call.exitCode === 0;
  const mayHaveWorked = call.exitCode === null || succeeded;
  return {
    ...reading,
    changes: reading.changes || (shell.edits && mayHaveWorked),
    test: testResult(call, shell),
    commit: reading.commit || (shell.commit && succeeded),
    pullRequest: reading.pullRequest || (shell.pullRequest && succeeded),
    reverts: reading.failed ? null : revertedBy(shell),
    revertedCommits: reading.failed ? [] : shell.revertedCommits,
  };
}

/** The exit code where it shows the result of the tests, otherwise the output. */
function testResult(call: ToolCall, { test, decisive }: ShellReading): ToolReading["test"] {
  if (!test) return null;
  if (call.exitCode === 0 && decisive !== "none") return "passed";
  if (call.exitCode !== null && decisive === "both") return "failed";
  return call.outputTail === null ? null : testVerdict(call.outputTail);
}

function revertedBy({ revert, revertedPaths }: ShellReading): ToolReading["reverts"] {
  if (!revert) return null;
  return revertedPaths.length > 0 ? revertedPaths : "everything";
}

/** Whether the event is a person's stop in the middle of the agent's work. */
export function isInterrupt(event: Event): boolean {
  return event.kind === "interrupt" || (event.kind === "decision" && event.verdict === "interrupt");
}

/** The command that a prompt is, without its slash; null when it is none. */
export function commandOf(prompt: Prompt): string | null {
  if (prompt.command !== null) return prompt.command.replace(/^\//, "").toLowerCase();
  const typed = prompt.text === null ? null : /^\s*\/([\w:.-]+)(?:\s|$)/.exec(prompt.text);
  return typed?.[1]?.toLowerCase() ?? null;
}
