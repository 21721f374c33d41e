/** What the tests of each folder start. Whatever is in no folder named here is quick: it starts no process. */

/** Folders by what their tests start, the slowest last. */
export const SLOW_FOLDERS = {
  server: ["test/appliance", "test/engines", "test/stream"],
  process: ["test/chaos", "test/cli", "test/install", "test/process", "test/scripts"],
  browser: ["test/browser"],
} as const;

export type Kind = "quick" | keyof typeof SLOW_FOLDERS;

/** @param path - from the project's root: "test/stream/consume.test.ts" */
export function kindOf(path: string): Kind {
  const kinds = Object.keys(SLOW_FOLDERS) as (keyof typeof SLOW_FOLDERS)[];
  const isIn = (folder: string) => path.startsWith(`${folder}/`);
  return kinds.find((kind) => SLOW_FOLDERS[kind].some(isIn)) ?? "quick";
}

/** Tests that read the project's files as text: no import says what they depend on. They take three seconds. */
export const READING_THE_PROJECT: readonly string[] = [
  "test/architecture.test.ts",
  "test/documents.test.ts",
  "test/plain-english.test.ts",
  "test/recipes.test.ts",
  "test/scripts/flags.test.ts",
  "test/third-party.test.ts",
];
