/** Questions on the terminal, under Node and Bun alike. */
import { createInterface } from "node:readline/promises";

/**
 * Asks for something that is not shown while it is typed or pasted.
 *
 * @returns what was typed; null where there is no terminal, and where Ctrl-C or Ctrl-D ended it
 */
export async function askHidden(question: string): Promise<string | null> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return null;
  // before the question is there: who answers fast would see the answer
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  stderr.write(`${question} `);
  let typed: Typed = { text: "", isOver: false };
  try {
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      typed = [...String(chunk)].reduce(type, typed);
      if (typed.isOver) return typed.text;
    }
    return null;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write("\n");
  }
}

/** What was typed so far; null when it was given up. */
interface Typed {
  text: string | null;
  isOver: boolean;
}

function type(typed: Typed, letter: string): Typed {
  if (typed.isOver || typed.text === null) return typed;
  if (ENDS.has(letter)) return { ...typed, isOver: true };
  if (GIVES_UP.has(letter)) return { text: null, isOver: true };
  const text = ERASES.has(letter) ? typed.text.slice(0, -1) : typed.text + letter;
  return { text, isOver: false };
}

const ENDS = new Set(["\r", "\n"]);
/** Ctrl-C and Ctrl-D. */
const GIVES_UP = new Set(["\u0003", "\u0004"]);
const ERASES = new Set(["\u007F", "\b"]);

/**
 * Asks a question that is answered by yes or no.
 *
 * @returns null where there is no terminal to ask on
 */
export async function askYes(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY) return null;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${question} [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

/** Writes over the last line of the terminal. */
export function redraw(text: string): void {
  process.stderr.write(`\r\u001B[K${text}`);
}
