/** What a shell command does, as far as scoring needs it: tests, commits, pull requests, reverts, edits. */
import { isTestFile } from "../../vocabulary/word-lists.ts";
import { commandsOf } from "./commands.ts";
import type { SimpleCommand } from "./commands.ts";
import { commandList, fileName, matchCommand } from "./match.ts";
import { afterOptions } from "./options.ts";

/** A commit that a command names: `git revert` undoes this commit, `git reset --hard` everything after it. */
export interface RevertedCommit {
  name: string;
  reach: "this" | "later";
}

/** What one shell command line does. */
export interface ShellReading {
  /** It runs tests. */
  test: boolean;
  /** What the exit code says about the tests: how they ended, only that they passed, or nothing. */
  decisive: "both" | "success" | "none";
  commit: boolean;
  pullRequest: boolean;
  revert: boolean;
  /** The paths whose changes it undoes; empty when it names none, so that it may undo any file. */
  revertedPaths: string[];
  /** The commits that it undoes, as the command names them. */
  revertedCommits: RevertedCommit[];
  /** It changes a file: by a redirection, not into /dev or /tmp, or by a listed command. */
  edits: boolean;
}

/**
 * Reads a shell command, split as a POSIX shell splits it.
 *
 * @param command - A command line or a whole script; one that was cut off is read as far as it goes.
 * @see docs/scoring.md, "Test run, commit, pull request, revert" and "Tool call".
 */
export function readShell(command: string): ShellReading {
  const commands = commandsOf(command);
  const lastTest = commands.findLastIndex(isTestRun);
  const reverts = commands.map(revertedPaths).filter((paths) => paths !== null);
  return {
    test: lastTest >= 0,
    decisive: lastTest >= 0 ? decisiveFrom(commands.slice(lastTest)) : "none",
    commit: commands.some(({ words }) => matchCommand(words, COMMITS) !== null),
    pullRequest: commands.some(({ words }) => matchCommand(words, PULL_REQUESTS) !== null),
    revert: reverts.length > 0,
    // A revert without a path may undo anything, whatever the others name.
    revertedPaths: reverts.some((paths) => paths.length === 0) ? [] : [...new Set(reverts.flat())],
    revertedCommits: commands.flatMap(({ words }) => revertedCommits(words)),
    edits: commands.some(changesFile),
  };
}

const TEST_RUNNERS = commandList("testRunners");
const INTERPRETERS = commandList("testInterpreters");
const COMMITS = commandList("commitCommands");
const PULL_REQUESTS = commandList("pullRequestCommands");
const REVERTS = commandList("revertCommands");
const EDITS = commandList("shellEdits");

function isTestRun({ words }: SimpleCommand): boolean {
  return matchCommand(words, TEST_RUNNERS) !== null || runsTestFile(words);
}

// After these an interpreter runs what is in the command line, or a module, and no file.
const RUNS_NO_FILE = new Set(["-c", "-e", "-E", "-m", "-p", "--eval", "--print"]);

function runsTestFile(words: readonly string[]): boolean {
  const afterInterpreter = matchCommand(words, INTERPRETERS);
  if (afterInterpreter === null) return false;
  const file = afterOptions(fileName(words[0] ?? ""), afterInterpreter, 0);
  if (afterInterpreter.slice(0, file).some((option) => RUNS_NO_FILE.has(option))) return false;
  return isTestFile(afterInterpreter[file] ?? "");
}

/** @param commands - A test run and everything after it. */
function decisiveFrom([test, ...after]: readonly SimpleCommand[]): ShellReading["decisive"] {
  if (test === undefined || test.negated) return "none";
  const connectors = [test, ...after].map(({ next }) => next);
  const last = connectors.at(-1);
  // A line that just ends is followed by nothing; one that ends in `&` or in `|` is not done yet.
  if (last === ";" || last === null) connectors.pop();
  if (connectors.length === 0) return "both";
  return connectors.every((connector) => connector === "&&") ? "success" : "none";
}

function revertedPaths({ words }: SimpleCommand): string[] | null {
  const rest = matchCommand(words, REVERTS);
  if (rest === null || onlyUnstages(words.slice(0, words.length - rest.length), rest)) return null;
  // A path may come on either side of the listed words: `git checkout HEAD -- a.ts`.
  const subcommand = afterOptions(fileName(words[0] ?? ""), words, 1);
  return pathsAmong(words.slice(subcommand + 1));
}

/** What is only taken out of the next commit stays in its file. */
function onlyUnstages(matched: readonly string[], rest: readonly string[]): boolean {
  if (!matched.includes("restore")) return false;
  return rest.some((word) => isOption(word, STAGED)) && !rest.some((word) => isOption(word, WORK_TREE));
}

const STAGED = { name: "--staged", letter: "S" };
const WORK_TREE = { name: "--worktree", letter: "W" };
const LETTERS = /^-[A-Za-z]+$/;

/** Single letters may be joined with others. */
function isOption(word: string, { name, letter }: { name: string; letter: string }): boolean {
  return word === name || (LETTERS.test(word) && word.includes(letter));
}

function revertedCommits(words: readonly string[]): RevertedCommit[] {
  const rest = matchCommand(words, REVERTS);
  if (rest === null) return [];
  const matched = words.slice(0, words.length - rest.length);
  const names = rest.filter((word) => !word.startsWith("-"));
  if (matched.includes("revert")) return names.map((name) => ({ name, reach: "this" }));
  return matched.includes("reset") ? names.slice(0, 1).map((name) => ({ name, reach: "later" })) : [];
}

const PATH_SIGN = /[./]/;

/** The arguments that look like a path; those that mean the whole tree name none. */
function pathsAmong(words: readonly string[]): string[] {
  return words
    .filter((word) => !word.startsWith("-") && PATH_SIGN.test(word) && !WHOLE_TREE.has(word))
    .map((word) => word.replace(/^(?:\.\/)+/, ""));
}

const WHOLE_TREE = new Set([".", "./", ":/"]);

function changesFile({ words, writesTo }: SimpleCommand): boolean {
  return matchCommand(words, EDITS) !== null || writesTo.some((target) => !IS_NO_FILE.test(target));
}

const IS_NO_FILE = /^\/(?:dev|tmp)(?:\/|$)/;
