/** Names of models: how agents spell them, and when two spellings are the same model. */
import { LRUCache } from "lru-cache";

/** The form in which names are compared: lower case, `.` as `-`, so that claude-haiku-5.5 is claude-haiku-5-5. */
export function comparableName(name: string): string {
  return name.trim().toLowerCase().replaceAll(".", "-");
}

/**
 * The names under which a model may be listed, in comparable form, the most exact first.
 *
 * @param name - The name as an agent reports it. Only who sells it, the day of its release and the mark of a
 *   wide window are ever taken off: a version is never guessed, and a reseller's prefix stays, because its
 *   prices are its own.
 */
export function listedNamesFor(name: string): readonly string[] {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const names = namesFor(name);
  remembered.set(name, names);
  return names;
}

/** Each call of a model asks several times, for one of a few names; but a sender could make up new ones without end. */
const MOST_REMEMBERED = 1_000;
const remembered = new LRUCache<string, readonly string[]>({ max: MOST_REMEMBERED });

function namesFor(name: string): string[] {
  const whole = name.trim().toLowerCase().replace(WIDE_WINDOW, "");
  const bare = whole.replace(SELLER, "");
  const names = [whole, bare, withoutReleaseDay(bare)];
  return [...new Set(names.map(comparableName))];
}

/** A name without the day of its release, and what Bedrock puts behind that; itself when it has none. */
export function withoutReleaseDay(name: string): string {
  return name.replace(RELEASE_DAY, "");
}

/** Whether the name carries Claude Code's mark for a window of a million tokens. */
export function asksForWideWindow(name: string): boolean {
  return WIDE_WINDOW.test(name.trim().toLowerCase());
}

const WIDE_WINDOW = /\[1m\]$/;

// The vendors' own namespaces, and those of the three clouds, which sell at the vendors' prices or list their own.
const CLOUD = String.raw`(?:arn:aws[\w-]*:bedrock:[^/]*|bedrock|azure|azure_ai|vertex_ai|publishers\/[\w-]+\/models)\/`;
const VENDOR =
  "(?:anthropic|openai|google|gemini|models|meta|xai|x-ai|mistral|mistralai|deepseek|moonshot|moonshotai|dashscope|alibaba|zai|z-ai|minimax)/";
const SELLER = new RegExp(`^(?:${CLOUD})?(?:${VENDOR})?`);

// -20260101, @20260101, -2026-01-01, each also with Bedrock's -v1:0 behind it; Vertex's @default. A -v2 without it is a version.
const RELEASE_DAY = /(?:(?:[-@]20\d{6}|-20\d\d-\d\d-\d\d)(?:-v\d+(?::\d+)?)?|@default)$/;
