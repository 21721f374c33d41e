/** Joins a script's tokens to simple commands, one after the other, whatever their grouping. */
import { fileName } from "./match.ts";
import { withoutPrefixes } from "./prefixes.ts";
import { tokensOf } from "./tokens.ts";
import type { Operator, Token, WordToken } from "./tokens.ts";

/** What is between a simple command and the next one. */
export type Connector = Exclude<Operator, "(" | ")">;

/** One program with its arguments. */
export interface SimpleCommand {
  words: string[];
  /** Targets of redirections that write; descriptors such as the 1 of `2>&1` left out. */
  writesTo: string[];
  /** `!` is before it. */
  negated: boolean;
  /** null at the end of the script, and of a group inside of it. */
  next: Connector | null;
}

/**
 * Returns the simple commands that a script may run, in the order of the text.
 *
 * @returns Commands without assignments and prefixes, also those inside of groups, loops and conditions, of
 *   substitutions (before the command that uses what they print), and of `sh -c "…"`.
 */
export function commandsOf(script: string): SimpleCommand[] {
  return readScript(script, 0);
}

const SHELLS = new Set(["sh", "bash", "zsh", "dash", "ksh"]);
// `-c` on its own, or joined as in `bash -lc`.
const SCRIPT_OPTION = /^-[a-z]*c$/;
// A script that starts shells deeper than this was not written by anybody.
const DEEPEST_SHELL = 5;

function readScript(script: string, depth: number): SimpleCommand[] {
  return group(tokensOf(script)).flatMap((command) => {
    const bare = { ...command, words: withoutPrefixes(command.words) };
    const inner = scriptOf(bare.words);
    return inner === null || depth >= DEEPEST_SHELL ? [bare] : inPlaceOf(bare, readScript(inner, depth + 1));
  });
}

function scriptOf(words: readonly string[]): string | null {
  if (!SHELLS.has(fileName(words[0] ?? ""))) return null;
  const option = words.findIndex((word) => SCRIPT_OPTION.test(word));
  return option < 0 ? null : (words[option + 1] ?? null);
}

function inPlaceOf(shell: SimpleCommand, commands: SimpleCommand[]): SimpleCommand[] {
  const last = commands.at(-1);
  if (last === undefined) return [shell];
  const { next, negated } = shell;
  const writesTo = [...last.writesTo, ...shell.writesTo];
  return [...commands.slice(0, -1), { ...last, next, writesTo, negated: last.negated !== negated }];
}

// Words that open or close a group where a command would begin; what follows an opening is the command.
const OPENINGS = new Set(["{", "if", "then", "elif", "else", "while", "until", "do", "!"]);
const CLOSINGS = new Set(["}", "fi", "done", "esac"]);

/** The state while a row of tokens is read. */
interface Grouping {
  commands: SimpleCommand[];
  current: SimpleCommand;
  /** A redirection whose target comes next. */
  arrow: string | null;
}

function group(tokens: readonly Token[]): SimpleCommand[] {
  const grouping: Grouping = { commands: [], current: emptyCommand(), arrow: null };
  for (const token of tokens) {
    if (token.kind === "word") addWord(grouping, token);
    else if (isInsideCondition(grouping.current)) continue;
    else if (token.kind === "redirection") grouping.arrow = token.arrow;
    else endCommand(grouping, token.operator);
  }
  endCommand(grouping, ")");
  return grouping.commands;
}

function emptyCommand(): SimpleCommand {
  return { words: [], writesTo: [], negated: false, next: null };
}

/** Inside of [[ … ]] the signs of operators compare. */
function isInsideCondition({ words }: SimpleCommand): boolean {
  return words[0] === "[[" && words.at(-1) !== "]]";
}

function addWord(grouping: Grouping, word: WordToken): void {
  const { current, arrow } = grouping;
  for (const command of word.substitutions.flatMap(substituted)) grouping.commands.push(command);
  grouping.arrow = null;
  if (arrow !== null) noteTarget(current, arrow, word.text);
  else if (current.words.length > 0 || word.quoted) current.words.push(word.text);
  else if (CLOSINGS.has(word.text)) endCommand(grouping, ")");
  else if (OPENINGS.has(word.text)) current.negated ||= word.text === "!";
  else current.words.push(word.text);
}

/** What a substitution's commands return does not reach the exit code of what is around them. */
function substituted(tokens: readonly Token[]): SimpleCommand[] {
  const commands = group(tokens);
  const last = commands.at(-1);
  return last === undefined ? [] : [...commands.slice(0, -1), { ...last, next: ";" }];
}

function noteTarget(command: SimpleCommand, arrow: string, target: string): void {
  const isDescriptor = arrow === ">&" && DESCRIPTOR.test(target);
  if (arrow.includes(">") && !isDescriptor) command.writesTo.push(target);
}

const DESCRIPTOR = /^(?:\d+-?|-)$/;

/** Ends the current command; what follows a group's end belongs to the group's last command. */
function endCommand(grouping: Grouping, operator: Operator): void {
  const { commands, current } = grouping;
  const last = commands.at(-1);
  const followsGroup = last !== undefined && last.next === null;
  if (current.words.length > 0 || (current.writesTo.length > 0 && !followsGroup)) commands.push(current);
  else last?.writesTo.push(...current.writesTo);
  const ended = commands.at(-1);
  if (ended !== undefined) connect(ended, operator);
  grouping.current = emptyCommand();
}

function connect(ended: SimpleCommand, operator: Operator): void {
  if (operator === "(") return;
  // The `;` before a closing word only ends the command: what follows the group decides.
  if (operator !== ")") ended.next ??= operator;
  else if (ended.next === ";") ended.next = null;
}
