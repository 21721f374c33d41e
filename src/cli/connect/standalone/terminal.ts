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
  let typed = "";
  try {
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      for (const letter of String(chunk)) {
        if (ENDS.has(letter)) return typed;
        if (GIVES_UP.has(letter)) return null;
        typed = ERASES.has(letter) ? typed.slice(0, -1) : typed + letter;
      }
    }
    return null;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write("\n");
  }
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
