/** A part of a repository that the demo's developers work on: what prompts about it say. */

/** The demo's two repositories, each with a team of its own. */
export type Repository = "orders-api" | "web-shop";

/** Words and places of one part; sentences are put together from them. */
export interface Part {
  repository: Repository;
  /** At least two words, in lower case, as a developer would call it. */
  thing: string;
  file: string;
  /** A second file of the same part. */
  other: string;
  testFile: string;
  /** The function or component that prompts are about. */
  symbol: string;
  /** The command that runs its tests. */
  test: string;
  /** What is wrong with the symbol; it goes on from its name. */
  symptom: string;
  /** What the failing test prints. */
  error: string;
  /** What should be; it goes on from "It should". */
  expected: string;
  /** What must not change, as a sentence without a full stop. */
  limit: string;
  /** A file that shows how this is done here. */
  example: string;
  /** Something new that is wanted; it goes on from "Add". */
  feature: string;
  /** What should come of it, as a sentence without a full stop. */
  promise: string;
  /** What should move into the other file. */
  piece: string;
  /** Unusual cases. */
  edges: readonly [string, string, string];
  /** How its commits begin, and what the fix is called there. */
  scope: string;
  fixed: string;
}
