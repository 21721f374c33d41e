/** What a request may be refused with, said once in the OpenAPI document and referred to by every route. */

const REFUSALS = {
  "404": "Nothing there that the caller may see",
} as const;

type RefusalStatus = keyof typeof REFUSALS;

/** Answers to any request, whatever its route would answer: the document has them under `default`. */
export const ANYWHERE = {
  "400": "malformed or invalid; errors says where",
  "401": "no key, or one that is unknown, revoked or over",
  "403":
    "the caller lacks the scope, or a page of another host asks; detail says what is missing and who can give it",
  "405": "another method than the path has; Allow names those",
  "413": "a body of more than 1 MiB",
  "415": "a body that is not application/json",
  "421": "the Host header names another server; hosts and public_url say which names are this one's",
  "429": "the key sends more requests than it may; retryAfterSeconds says when to ask again",
  "500": "it broke here; the server's log has the reason",
  "503": "took longer than the deadline, or its rows are being computed again",
} as const;

/** Refers to some of the refusals, and to those that any request may get. */
export function usualProblems(...statuses: readonly RefusalStatus[]): Record<string, object> {
  const named = statuses.map((status): [string, object] => [status, responseNamed(status)]);
  return Object.fromEntries([...named, ["default", responseNamed("any")]]);
}

/** The responses that these refer to, by name. */
export const PROBLEM_RESPONSES: Readonly<Record<string, object>> = {
  NoPasskeys: problem("Browsers know no passkeys of this server, or only at another address"),
  ...Object.fromEntries(Object.entries(REFUSALS).map(([status, text]) => [status, problem(text)])),
  any: problem(
    [
      "What any request may get.",
      ...Object.entries(ANYWHERE).map(([status, text]) => `${status}: ${text}.`),
    ].join(" "),
  ),
};

/** A response that is a problem. */
export function problem(description: string): object {
  return {
    description,
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}

/** Refers to a response by its name. */
export function responseNamed(name: string): object {
  return { $ref: `#/components/responses/${name}` };
}

/** Names the responses of several routes, each with its status behind the name that they share. */
export function nameResponses(
  name: string,
  responses: Readonly<Record<string, object>>,
): { named: Record<string, object>; references: Record<string, object> } {
  const entries = Object.entries(responses);
  return {
    named: Object.fromEntries(entries.map(([status, response]) => [name + status, response])),
    references: Object.fromEntries(entries.map(([status]) => [status, responseNamed(name + status)])),
  };
}
