/**
 * Every route that the appliance describes, asked by everybody: each is let in or refused as the table of needs says,
 * and by no other route's rules.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { type Need, NEEDS } from "../../src/http/access/needs.ts";
import { REMOVED_ENDPOINTS } from "../../src/http/removed.ts";
import type { Scope } from "../../src/identity/caller.ts";
import { mintKey } from "../../src/identity/keys/key.ts";
import { joinTestAppliance } from "./running.ts";
import { addSignedIn } from "./signed-in-account.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());
const ours = await appliance.addOrganization();
const theirs = await appliance.addOrganization();

/** Somebody who asks. Another kind of caller is one more of these. */
interface Row {
  /** Who it is, and by which way they are known. */
  who: string;
  headers: Record<string, string>;
  /** What is let in; `none`: nobody is known behind the request, so all but open routes ask for a key. */
  may: readonly Need[] | "none";
  /** Whether it is a browser with a cookie, which what agents and the plugin send never takes. */
  isBrowser?: true;
}

const SENDS: readonly Need[] = ["ingest", "signed_in"];
const READS: readonly Need[] = ["signed_in", "read", "read_usage", "read_groups", "read_text"];
const READS_TEAM: readonly Need[] = [...READS, "read_everybody"];
/** What only people with an account are let in to. */
const OF_PEOPLE: readonly Need[] = ["person"];
const ALL: readonly Need[] = [...SENDS, ...READS_TEAM, "admin"];

const withKey = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

async function keyOf(wish: Parameters<typeof ours.addKey>[0]): Promise<Record<string, string>> {
  return withKey((await ours.addKey(wish)).key);
}

/** Returns what a browser sends that was signed in with the key. */
async function browserOf(key: string): Promise<Record<string, string>> {
  const origin = appliance.url;
  const signedIn = await fetch(`${origin}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ key }),
  });
  expect(signedIn.status).toBe(204);
  return { cookie: (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "", origin };
}

async function browserOfEnded(): Promise<Record<string, string>> {
  const { account, cookie } = await addSignedIn(appliance, ours, {
    email: "gone@example.com",
    role: "admin",
  });
  const asAdmin = { method: "DELETE", headers: withKey(ours.admin) };
  expect((await fetch(`${appliance.url}/v1/admin/accounts/${account.id}`, asAdmin)).status).toBe(200);
  return { cookie, origin: appliance.url };
}

/** Returns what the browser of an invited person sends. */
async function browserOfPerson(wish: Parameters<typeof addSignedIn>[2]): Promise<Record<string, string>> {
  const { cookie } = await addSignedIn(appliance, ours, wish);
  return { cookie, origin: appliance.url };
}

const revoked = await ours.addKey({ role: "admin" });
await appliance.revoke(revoked.id);
const leaving = await ours.addKey({ role: "admin" });
const browserOfRevoked = await browserOf(leaving.key);
await appliance.revoke(leaving.id);
const bound = await ours.addKey({ developer: "ada@example.com" });
const [endedAt, endsLater] = [Date.now() - 60_000, Date.now() + 3_600_000];

const ROWS: readonly Row[] = [
  { who: "nobody", headers: {}, may: "none" },
  { who: "a key that nobody made", headers: withKey(mintKey()), may: "none" },
  { who: "a misspelt key", headers: withKey(`${ours.admin.slice(0, -1)}-`), may: "none" },
  { who: "a key whose name is a word of the language", headers: withKey("__proto__"), may: "none" },
  { who: "a revoked admin key", headers: withKey(revoked.key), may: "none" },
  {
    who: "an admin key that has ended",
    headers: await keyOf({ role: "admin", endsAt: endedAt }),
    may: "none",
  },
  { who: "a browser of a revoked key", headers: browserOfRevoked, may: "none" },
  { who: "a made-up cookie", headers: { cookie: madeUpCookie(), origin: appliance.url }, may: "none" },
  { who: "a key without a scope", headers: await keyOf({ scopes: [] }), may: ["signed_in"] },
  { who: "a shared key that only sends", headers: await keyOf({ scopes: ["ingest"] }), may: SENDS },
  { who: "a developer's key", headers: withKey(bound.key), may: [...SENDS, ...READS] },
  {
    who: "a developer's key that only reads",
    headers: await keyOf({ developer: "grace@example.com", scopes: ["read_own"] }),
    may: READS,
  },
  { who: "a shared key that reads the team", headers: withKey(ours.key), may: [...SENDS, ...READS_TEAM] },
  { who: "a key that only reads the team", headers: await keyOf({ scopes: ["read_team"] }), may: READS_TEAM },
  {
    who: "a key that only administers",
    headers: await keyOf({ role: "admin", scopes: ["admin"] }),
    may: ["signed_in", "admin"],
  },
  {
    who: "an admin key that ends later",
    headers: await keyOf({ role: "admin", endsAt: endsLater }),
    may: ALL,
  },
  { who: "an admin key", headers: withKey(ours.admin), may: ALL },
  { who: "an admin key of another organization", headers: withKey(theirs.admin), may: ALL },
  {
    who: "a browser of a developer's key",
    headers: await browserOf(bound.key),
    may: [...SENDS, ...READS],
    isBrowser: true,
  },
  {
    who: "a browser of a shared key",
    headers: await browserOf(ours.key),
    may: [...SENDS, ...READS_TEAM],
    isBrowser: true,
  },
  { who: "a browser of an admin key", headers: await browserOf(ours.admin), may: ALL, isBrowser: true },
  {
    who: "a member",
    headers: await browserOfPerson({ email: "member@example.com", role: "member" }),
    may: [...READS, ...OF_PEOPLE],
    isBrowser: true,
  },
  {
    who: "a lead",
    headers: await browserOfPerson({ email: "lead@example.com", role: "lead", labels: ["team.id:platform"] }),
    may: [...READS, ...OF_PEOPLE],
    isBrowser: true,
  },
  {
    who: "an admin with an account",
    headers: await browserOfPerson({ email: "root@example.com", role: "admin" }),
    may: [...READS_TEAM, "admin", ...OF_PEOPLE],
    isBrowser: true,
  },
  { who: "a person whose account has ended", headers: await browserOfEnded(), may: "none", isBrowser: true },
];

function madeUpCookie(): string {
  return `scoring-session-${appliance.port}=${"x".repeat(43)}`;
}

// a revoked key stops within a second
while ((await fetch(`${appliance.url}/v1/session`, { headers: browserOfRevoked })).status !== 401);

interface Operation {
  name: string;
  method: string;
  path: string;
}

const { paths } = (await (await appliance.get("/v1/openapi.json", ours.admin)).json()) as {
  paths: Record<string, Record<string, object | string>>;
};
const operations: Operation[] = Object.entries(paths)
  .filter(([path]) => REMOVED_ENDPOINTS[path] === undefined)
  .flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, described]) => typeof described === "object")
      .map(([method]) => ({ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path })),
  )
  // signs out the other browsers of a key: sign-ins.test.ts has it
  .filter(({ name }) => name !== "DELETE /v1/sign-ins")
  // the browsers of later tests would be signed out
  .toSorted((left, right) => Number(isSigningOut(left)) - Number(isSigningOut(right)));

function isSigningOut({ name }: Operation): boolean {
  return name === "DELETE /v1/session";
}

/** What a browser does not do for the person who is signed in: agents and the plugin send their own key. */
const BY_KEY_ONLY = /^\/(mcp|v1\/(logs|metrics|traces|prompts|plugin))(\/|$)/;

const OTLP = /^\/v1\/(logs|metrics|traces)$/;

/** Whoever gets one of these was let in: the body is empty, and the id unknown. */
const LET_IN: readonly number[] = [200, 201, 202, 204, 302, 303, 400, 404, 409, 503];

/** The scope that a refusal names. */
const NAMED: Readonly<Partial<Record<Need, Scope>>> = {
  ingest: "ingest",
  read: "read_own",
  read_usage: "read_own",
  read_groups: "read_own",
  read_text: "read_own",
  read_everybody: "read_team",
  admin: "admin",
};

type Outcome = { status: number; missingScope: Scope | null } | "let in";

/** What the table promises. */
function promised({ may, isBrowser }: Row, { name, path }: Operation): Outcome {
  const need = NEEDS[name];
  if (need === undefined) throw new Error(`${name} is not in the table of needs`);
  if (need === "open") return "let in";
  if (may === "none" || (isBrowser && BY_KEY_ONLY.test(path))) return { status: 401, missingScope: null };
  if (may.includes(need)) return "let in";
  // the answers to telemetry are in OTLP's own form
  return { status: 403, missingScope: OTLP.test(path) ? null : (NAMED[need] ?? null) };
}

function send({ headers }: Row, { method, path }: Operation): Promise<Response> {
  const address = path.replace("{score}", "speed").replaceAll(/\{\w+\}/g, "unknown");
  return fetch(appliance.url + address, {
    method,
    redirect: "manual",
    headers: { ...headers, "content-type": "application/json" },
    ...(method !== "GET" && method !== "DELETE" && { body: "{}" }),
  });
}

async function ask(row: Row, operation: Operation): Promise<Outcome> {
  let response = await send(row, operation);
  // on a busy machine a key that is not in memory cannot be looked up at once
  while (response.status === 503 && promised(row, operation) !== "let in")
    response = await send(row, operation);
  const { status } = response;
  if (LET_IN.includes(status)) {
    // a stream of events has no end
    await response.body?.cancel();
    return "let in";
  }
  const { missingScope = null } = (await response.json()) as { missingScope?: Scope };
  return { status, missingScope };
}

describe("every route, by everybody", () => {
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    "%s lets in whom the table lets in, and refuses everybody else",
    async (_, operation) => {
      const outcomes = await Promise.all(
        ROWS.map(async (row) => [row.who, await ask(row, operation), promised(row, operation)] as const),
      );
      const got = Object.fromEntries(outcomes.map(([who, outcome]) => [who, outcome]));
      expect(got).toEqual(Object.fromEntries(outcomes.map(([who, , promise]) => [who, promise])));
    },
  );
});
