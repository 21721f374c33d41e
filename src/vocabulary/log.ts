/** The program's own log: JSON lines on stderr, plain words on a terminal. */
import { visibleLine } from "./wording/visible.ts";

export type LogLevel = "info" | "warning" | "error";
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Writes one line about one thing that happened. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warning(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/**
 * Returns a log that writes to the given sink.
 *
 * @param style - The style (`json` for machines, `plain` for a terminal) and a sink for finished lines.
 */
export function createLog(style: "json" | "plain", write: (line: string) => void): Log {
  const line = style === "json" ? jsonLine : plainLine;
  return {
    info: (message, fields = {}) => write(line("info", message, fields)),
    warning: (message, fields = {}) => write(line("warning", message, fields)),
    error: (message, fields = {}) => write(line("error", message, fields)),
  };
}

// both styles: what senders wrote must neither look like another line nor command the terminal

function jsonLine(level: LogLevel, message: string, fields: LogFields): string {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
  return `${visibleLine(line)}\n`;
}

function plainLine(level: LogLevel, message: string, fields: LogFields): string {
  const mark = { info: " ", warning: "!", error: "x" }[level];
  const details = Object.entries(fields).map(([name, value]) => ` ${name}=${value}`);
  return `${mark} ${visibleLine(message + details.join(""))}\n`;
}

/** A log that nobody reads, for commands that print their own messages. */
export const silentLog: Log = { info: () => {}, warning: () => {}, error: () => {} };

/** The whole chain of causes of an exception, in one line, for the log. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${describeError(error.cause)}`;
}
