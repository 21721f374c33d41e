/** Where the program writes, and how commands end. */

/** Done, failed, called wrongly, or stopped by a damaged database. */
export type ExitCode = 0 | 1 | 2 | 3;

/** The two streams of the process. */
export interface Terminal {
  /** To stdout: what was asked for. */
  write(text: string): void;
  /** To stderr: what went wrong, and logs. */
  complain(text: string): void;
  /** Asks a question that is answered by yes or no; null where nobody can answer. */
  ask(question: string): Promise<boolean | null>;
  /** Whether a person reads stdout. */
  isPerson: boolean;
  /** How many characters a line has; null where nobody reads along, and lines may be of any length. */
  columns: number | null;
}
