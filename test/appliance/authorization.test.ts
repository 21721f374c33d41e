/** A key of one developer sees nothing of a colleague, and other hosts' pages change nothing. Who is let in at all: access-matrix.test.ts. */
import { afterAll, describe, expect, test } from "bun:test";
import { NEEDS } from "../../src/http/access/needs.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { isoTime } from "../../src/vocabulary/times.ts";
import { DAY, HOUR, MINUTE } from "../../src/vocabulary/units.ts";
import { listedOperations, type Operation, promptLog } from "./requests.ts";
import { joinTestAppliance } from "./running.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

const organization = await appliance.addOrganization();
const ada = await organization.addKey({ developer: "ada@example.com" });
const grace = await organization.addKey({ developer: "grace@example.com" });

const session = "session-of-ada";
const text = "Words that only ada wrote";
const marks = [session, "ada@example.com", text];
// of late, for some addresses answer for the last days only
const startedAt = systemClock() - 2 * HOUR;
for (const minutes of [0, 5, 10]) {
  const at = isoTime(startedAt + minutes * MINUTE);
  await appliance.send("/v1/logs", promptLog({ session, at, text }), ada.key);
}
await appliance.settled();

const operations = (await listedOperations(appliance, organization.admin)).filter(({ isOpen }) => !isOpen);
const named = operations.map((operation) => [nameOf(operation), operation] as const);
// removed ones are not in the table
const present = named.filter(([name]) => NEEDS[name] !== undefined);

function nameOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}

function ask(operation: Operation, key: string): Promise<Response> {
  return askWith(operation, { authorization: `Bearer ${key}` });
}

function askWith({ method, path }: Operation, headers: Record<string, string>): Promise<Response> {
  const address = path.replace("{score}", "speed").replace("{id}", "unknown");
  return fetch(appliance.url + address, {
    method: method.toUpperCase(),
    headers: { ...headers, "content-type": "application/json" },
    // an object with nothing in it asks for as little as can be asked
    ...(method !== "get" && method !== "delete" && { body: "{}" }),
  });
}

/** What a Claude Code plugin or an agent sends; no browser does that for the person who is signed in. */
const BY_KEY_ALONE = /^\/(mcp|v1\/(logs|metrics|traces|prompts|plugin))\b/;

/** Returns the cookie of a browser that was signed in with the key. */
async function signIn(key: string): Promise<string> {
  const headers = { "content-type": "application/json", origin: appliance.url };
  const signedIn = await fetch(`${appliance.url}/v1/session`, {
    method: "POST",
    headers,
    body: JSON.stringify({ key }),
  });
  return (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

describe("a signed-in browser", async () => {
  const origin = appliance.url;
  const cookie = await signIn(organization.admin);
  // signing out would end the others; sign-in.test.ts has it
  const asked = present.filter(([name]) => !/^DELETE \/v1\/(session|sign-ins)$/.test(name));

  const changes = asked.filter(([, { method }]) => method !== "get");
  test.each(changes)("%s is not done for a page of another host, or one that hides", async (_, operation) => {
    const expected = BY_KEY_ALONE.test(operation.path) ? 401 : 403;
    for (const from of [{}, { origin: "null" }, { origin: "http://evil.example" }, { origin: `${origin}0` }])
      expect([from, (await askWith(operation, { cookie, ...from })).status]).toEqual([from, expected]);
  });
});

const readings = present.filter(([, { method }]) => method === "get");

describe("a key that is bound to a developer", () => {
  test.each(readings)("%s shows nothing of a colleague", async (_, operation) => {
    const query = `from=${isoTime(startedAt - DAY)}&to=${isoTime(startedAt + DAY)}`;
    const path = `${operation.path}?${query}`;
    for (const about of ["", "&developer=ada@example.com", "&session_id=session-of-ada"]) {
      const answer = await (await ask({ ...operation, path: path + about }, grace.key)).text();
      expect(marks.filter((mark) => answer.includes(mark))).toEqual([]);
    }
  });

  test("shows its own", async () => {
    const answers = await Promise.all(
      readings.map(async ([, operation]) => (await ask(operation, ada.key)).text()),
    );
    expect(marks.filter((mark) => !answers.some((answer) => answer.includes(mark)))).toEqual([]);
  });
});
