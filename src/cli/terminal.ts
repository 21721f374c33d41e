/** Where commands speak, and how they end. */

/** Done, failed, or called wrongly. */
export type ExitCode = 0 | 1 | 2;

/** Where a command speaks. */
export interface Terminal {
  /** To stdout: what was asked for. */
  write(text: string): void;
  /** To stderr: what went wrong, and logs. */
  complain(text: string): void;
  /** Whether a person reads stdout. */
  isPerson: boolean;
}
