/**
 * Cuts a shell script into words and operators as a POSIX shell does: quotes, substitutions, here-documents.
 *
 * It never fails: what is left open (agents cut long commands off) ends with the text.
 */

/** A word with its quotes taken off, and the scripts that its substitutions would run. */
export interface WordToken {
  kind: "word";
  text: string;
  /** Whether any part of it was quoted, so that it is no keyword. */
  quoted: boolean;
  substitutions: Token[][];
}

/** What is between commands; a line break is `;`. */
export type Operator = "&&" | "||" | ";" | "|" | "&" | "(" | ")";

export type Token =
  | WordToken
  | { kind: "operator"; operator: Operator }
  /** A redirection without its descriptor; its target is the word that follows. */
  | { kind: "redirection"; arrow: string };

/** Cuts a whole script into tokens. */
export function tokensOf(script: string): Token[] {
  return readTokens(readerOf(script, 0));
}

interface Reader {
  readonly text: string;
  at: number;
  /** How many substitutions are around this place. */
  depth: number;
  /** Here-documents whose text begins at the next line break. */
  bodies: HereDocument[];
}

interface HereDocument {
  delimiter: string;
  /** `<<-` takes tabs off before it looks for the delimiter. */
  tabs: boolean;
}

// Beyond this a substitution is taken as plain text: no one writes it, and it must not exhaust the stack.
const DEEPEST = 40;

const BLANKS = /(?:[ \t\r]|\\\r?\n)+/y;
const COMMENT = /#[^\n]*/y;
const REDIRECTION = /(?:\d*|\{\w+\})(<<<|<<-?|<>|<&|>>|>&|>\||<|>)(?!\()|(&>>?)/y;
const OPERATOR = /&&|\|\||;;?&?|\|&?|&|\(|\)/y;
const LINE_BREAK = /\n/y;
// Bounded, so that a row of parentheses is not searched to its end at each of them.
const ARITHMETIC = /\(\((?:[^)]|\)(?!\))){0,200}\)\)/y;

function readerOf(text: string, depth: number): Reader {
  return { text, at: 0, depth, bodies: [] };
}

function readTokens(reader: Reader): Token[] {
  const tokens: Token[] = [];
  let open = 0;
  while (reader.at < reader.text.length) {
    if (take(reader, BLANKS) !== null || take(reader, COMMENT) !== null) continue;
    const token =
      readLineBreak(reader) ?? readRedirection(reader) ?? readOperator(reader) ?? readWord(reader);
    open += nesting(token);
    if (open < 0 && reader.depth > 0) return tokens;
    noteHereDocument(reader, tokens.at(-1), token);
    tokens.push(token);
  }
  return tokens;
}

function nesting(token: Token): number {
  if (token.kind !== "operator") return 0;
  return Number(token.operator === "(") - Number(token.operator === ")");
}

function readLineBreak(reader: Reader): Token | null {
  if (take(reader, LINE_BREAK) === null) return null;
  for (const body of reader.bodies.splice(0)) skipBody(reader, body);
  return { kind: "operator", operator: ";" };
}

function readRedirection(reader: Reader): Token | null {
  const found = take(reader, REDIRECTION);
  return found === null ? null : { kind: "redirection", arrow: found[1] ?? found[2] ?? "" };
}

function readOperator(reader: Reader): Token | null {
  if (take(reader, ARITHMETIC) !== null)
    return { kind: "word", text: "((…))", quoted: true, substitutions: [] };
  const found = take(reader, OPERATOR)?.[0];
  if (found === undefined) return null;
  // `;;` ends a case's branch, `|&` pipes errors too.
  const operator = found.startsWith(";") ? ";" : found.replace("|&", "|");
  return { kind: "operator", operator: operator as Operator };
}

function noteHereDocument(reader: Reader, before: Token | undefined, token: Token): void {
  if (token.kind !== "word" || before?.kind !== "redirection") return;
  if (before.arrow === "<<" || before.arrow === "<<-") {
    reader.bodies.push({ delimiter: token.text, tabs: before.arrow === "<<-" });
  }
}

function skipBody(reader: Reader, { delimiter, tabs }: HereDocument): void {
  while (reader.at < reader.text.length) {
    const found = reader.text.indexOf("\n", reader.at);
    const end = found < 0 ? reader.text.length : found;
    const line = reader.text.slice(reader.at, end).replace(/\r$/, "");
    reader.at = end + 1;
    if ((tabs ? line.replace(/^\t+/, "") : line) === delimiter) return;
  }
}

const PLAIN = /[^\s;&|<>()\\'"$`]+/y;
const PLAIN_IN_QUOTES = /[^"\\$`]+/y;
const SINGLE_QUOTED = /'([^']*)'?/y;
const ANSI_QUOTED = /\$'((?:[^'\\]|\\[\s\S])*)'?/y;
const ESCAPED = /\\([\s\S]?)/y;
const PARAMETER = /\$\{[^}]*\}?/y;
const ARITHMETIC_EXPANSION = /\$\(\((?:[^)]|\)(?!\))){0,200}\)\)/y;
const COMMAND_OPENING = /\$\(|[<>]\(/y;
const BACKQUOTED = /`((?:[^`\\]|\\[\s\S])*)`?/y;

function readWord(reader: Reader): WordToken {
  const word: WordToken = { kind: "word", text: "", quoted: false, substitutions: [] };
  const begin = reader.at;
  while (reader.at < reader.text.length && readPiece(reader, word));
  // A sign that begins nothing known is a word by itself, so that reading always moves on.
  if (reader.at === begin) word.text = reader.text[reader.at++] ?? "";
  return word;
}

function readPiece(reader: Reader, word: WordToken): boolean {
  const plain = take(reader, PLAIN);
  if (plain !== null) word.text += plain[0];
  return (
    plain !== null || readQuoted(reader, word) || readEscaped(reader, word) || readExpansion(reader, word)
  );
}

function readQuoted(reader: Reader, word: WordToken): boolean {
  const quoted = take(reader, SINGLE_QUOTED) ?? take(reader, ANSI_QUOTED);
  if (quoted !== null) word.text += quoted[1];
  else if (reader.text[reader.at] !== '"') return false;
  else readDoubleQuoted(reader, word);
  word.quoted = true;
  return true;
}

function readDoubleQuoted(reader: Reader, word: WordToken): void {
  reader.at += 1;
  while (reader.at < reader.text.length) {
    const plain = take(reader, PLAIN_IN_QUOTES);
    if (plain !== null) word.text += plain[0];
    else if (reader.text[reader.at] === '"') {
      reader.at += 1;
      return;
    } else if (!readEscapedInQuotes(reader, word) && !readExpansion(reader, word)) {
      word.text += reader.text[reader.at++];
    }
  }
}

function readEscaped(reader: Reader, word: WordToken): boolean {
  const escaped = take(reader, ESCAPED);
  if (escaped === null) return false;
  // A line break after a backslash joins the lines.
  if (escaped[1] !== "\n") word.text += escaped[1];
  word.quoted = true;
  return true;
}

/** Inside double quotes a backslash stays, but before the few signs that it takes the meaning of. */
function readEscapedInQuotes(reader: Reader, word: WordToken): boolean {
  const escaped = take(reader, ESCAPED);
  if (escaped === null) return false;
  if (escaped[1] === "\n") return true;
  word.text += /["\\$`]/.test(escaped[1] ?? "") ? escaped[1] : escaped[0];
  return true;
}

function readExpansion(reader: Reader, word: WordToken): boolean {
  const value = take(reader, PARAMETER) ?? take(reader, ARITHMETIC_EXPANSION);
  if (value !== null) word.text += value[0];
  else if (!readSubstitution(reader, word)) {
    if (reader.text[reader.at] !== "$") return false;
    word.text += "$";
    reader.at += 1;
  }
  return true;
}

function readSubstitution(reader: Reader, word: WordToken): boolean {
  if (reader.depth >= DEEPEST) return false;
  const backquoted = take(reader, BACKQUOTED);
  if (backquoted !== null) {
    const script = (backquoted[1] ?? "").replace(/\\([`$\\])/g, "$1");
    word.substitutions.push(readTokens(readerOf(script, reader.depth + 1)));
  } else if (take(reader, COMMAND_OPENING) !== null) {
    const inner = { ...readerOf(reader.text, reader.depth + 1), at: reader.at };
    word.substitutions.push(readTokens(inner));
    reader.at = inner.at;
  } else return false;
  word.text += "$(…)";
  return true;
}

/** Matches a sticky expression at the reader's place and moves past it. */
function take(reader: Reader, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.text);
  if (found === null || found[0] === "") return null;
  reader.at += found[0].length;
  return found;
}
