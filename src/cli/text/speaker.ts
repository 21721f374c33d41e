/** How commands speak: nothing that others wrote can steer the terminal, and prose fits its width. */
import type { Terminal } from "../terminal.ts";
import { visible } from "../../vocabulary/wording/visible.ts";
import { quoted } from "./quoted.ts";
import { wrapText } from "./wrap.ts";

/** What commands speak with. A line end follows each text, except with `redraw`. */
export interface Speaker {
  /** Prose and tables to stdout: wrapped, and commands named as the program was called. */
  say(text: string): void;
  /** To stdout without any change: what is pasted somewhere else, or read by a program. */
  show(text: string): void;
  /** Prose to stderr. */
  complain(text: string): void;
  /** A line of the log to stderr; it ends its lines itself. */
  log(line: string): void;
  /** Writes over the line that the cursor is on, on stderr; an empty text erases it, and so does whatever is said. */
  redraw(text: string): void;
  /** Asks a question that is answered by yes or no; null where nobody can answer. */
  ask(question: string): Promise<boolean | null>;
  isPerson: boolean;
  columns: number | null;
}

/** How the program was called, and the words that follow its name in a command line. */
export interface CalledAs {
  name: string;
  commandWords: readonly string[];
}

const ERASE_LINE = "\r\u001B[K";

/** Makes what commands speak with. */
export function createSpeaker(terminal: Terminal, called: CalledAs): Speaker {
  const { isPerson, columns } = terminal;
  const prose = (text: string): string => `${wrapText(asCalled(visible(text), called), columns)}\n`;
  let isDrawn = false;
  const redraw = (text: string): void => {
    isDrawn = text !== "";
    terminal.complain(`${ERASE_LINE}${visible(text)}`);
  };
  /** What fails before it has erased its line must not have the message written behind that. */
  const afresh =
    <Answer>(speak: (text: string) => Answer) =>
    (text: string): Answer => {
      if (isDrawn) redraw("");
      return speak(text);
    };
  return {
    say: afresh((text) => terminal.write(prose(text))),
    show: afresh((text) => terminal.write(`${visible(text)}\n`)),
    complain: afresh((text) => terminal.complain(prose(text))),
    log: afresh((line) => terminal.complain(visible(line))),
    redraw,
    ask: afresh((question) => terminal.ask(visible(question))),
    isPerson,
    columns,
  };
}

/** `scoring serve` becomes `./scoring serve` for who called it so: a hint can be pasted without any change. */
function asCalled(text: string, { name, commandWords }: CalledAs): string {
  const hint = new RegExp(`(?<![\\w./-])scoring(?= (?:${commandWords.join("|")})\\b)`, "g");
  return text.replace(hint, () => name);
}

/**
 * The name to put in front of a command in a hint.
 *
 * @param argument0 - The program's first argument, as the shell passed it.
 */
export function calledName(argument0: string): string {
  if (!argument0.includes("/")) return "scoring";
  return quoted(argument0);
}
