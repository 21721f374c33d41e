/**
 * Closes the answers of an OpenAPI document: a field or a status that it does not name is a finding.
 *
 * The document leaves them open, because a later version may add fields; what this version answers is known.
 */
import { ANYWHERE } from "../../src/http/openapi/refusals.ts";

/** Any part of a document. */
type Part = Record<string, unknown>;

/** What is read of a document. */
export interface OpenApi extends Part {
  paths: Record<string, Record<string, { responses?: Record<string, Part> }>>;
  components: { schemas: Record<string, Part> };
}

/** Changes the document. What requests and answers have in common stays open: requests may hold unknown fields. */
export function closeAnswers(document: OpenApi): void {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const answers = operations.flatMap(({ responses }) => Object.values(responses ?? {}));
  const requests = operations.map((operation) => ({ ...operation, responses: null }));
  const asked = new Set(partsOf(requests, document));
  for (const part of partsOf(answers, document))
    if (!asked.has(part) && "properties" in part && !("additionalProperties" in part))
      part["additionalProperties"] = false;
}

/** Changes the document: where an operation has a response for every other status, only those remain that it describes. */
export function nameStatuses({ paths }: OpenApi): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const { default: anywhere, ...named } = operation.responses ?? {};
    if (anywhere === undefined) continue;
    const everywhere = Object.keys(ANYWHERE).map((status): [string, Part] => [status, anywhere]);
    operation.responses = { ...Object.fromEntries(everywhere), ...named };
  }
}

/** Returns all parts of a part, and those that it refers to. */
function partsOf(start: unknown, document: OpenApi): Part[] {
  const found = new Set<Part>();
  const waiting = [start];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    if (Array.isArray(next)) waiting.push(...(next as unknown[]));
    else if (!found.has(next as Part)) {
      found.add(next as Part);
      waiting.push(...Object.values(next), referredTo(next as Part, document));
    }
  }
  return [...found];
}

function referredTo(part: Part, { components }: OpenApi): Part | undefined {
  const name = typeof part["$ref"] === "string" ? part["$ref"].split("/").at(-1) : undefined;
  return components.schemas[name ?? ""];
}
