/** Organizations see nothing of each other, on every route that the appliance describes, also on those to come. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { metrics, spans } from "../ingest/bodies.ts";
import { listedOperations, type Operation, promptLog } from "./requests.ts";
import { joinTestAppliance, type TestOrganization } from "./running.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

const operations = await listedOperations(appliance, (await appliance.addOrganization()).admin);
const keyed = operations.filter(({ isOpen }) => !isOpen);
const readings = keyed.filter(({ method }) => method === "get");
const changes = keyed.filter(({ method }) => method !== "get");
const nameOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`;

/** Everything that is kept, so that no answer is empty for its window. */
const WINDOW = "from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z";

interface Side {
  organization: TestOrganization;
  /** What only this side's answers may hold: ids, names, e-mails, texts. */
  marks: string[];
  session: string;
}

let ours: Side;
let theirs: Side;

beforeAll(async () => {
  ours = await fill("ours");
  theirs = await fill("theirs");
});

/** An organization with one session of one developer. */
async function fill(name: string): Promise<Side> {
  const organization = await appliance.addOrganization();
  const { id: keyId, key } = await organization.addKey({ name: `key of ${name}` });
  const [session, email, text] = [`session-of-${name}`, `dev@${name}.example`, `Secret words of ${name}`];
  const attributes = { "user.email": email };
  for (const minute of ["10:00", "10:05", "10:10"]) {
    const at = `2026-11-20T${minute}:00Z`;
    await appliance.send("/v1/logs", promptLog({ session, at, text, attributes }), key);
  }
  await sendSpanAndPoint(key, { "session.id": session, ...attributes, text });
  await appliance.settled();
  const [row] = await appliance.metrics(organization.key);
  if (row === undefined) throw new Error(`no metrics of ${name}`);
  const ids = [organization.id, keyId, row.subSessionId, row.developer.id];
  return { organization, session, marks: [...ids, session, email, text] };
}

async function sendSpanAndPoint(key: string, plain: Record<string, string>): Promise<void> {
  const attributes = Object.entries(plain).map(([name, stringValue]) => ({
    key: name,
    value: { stringValue },
  }));
  const timeUnixNano = `${Date.parse("2026-11-20T10:12:00Z")}000000`;
  const ids = { traceId: "a".repeat(32), spanId: "b".repeat(16) };
  await appliance.send("/v1/traces", spans({ ...ids, endTimeUnixNano: timeUnixNano, attributes }), key);
  const gauge = { dataPoints: [{ timeUnixNano, asInt: "1", attributes }] };
  await appliance.send("/v1/metrics", metrics({ name: "marked", gauge }), key);
}

function ask(operation: Operation, key: string | null, more: { id?: string; query?: string } = {}) {
  const { method, path } = operation;
  const address = path.replace("{score}", "speed").replaceAll(/\{\w+\}/g, more.id ?? "unknown");
  const headers = {
    "content-type": "application/json",
    ...(key !== null && { authorization: `Bearer ${key}` }),
  };
  const sends = method === "post" || method === "put" || method === "patch";
  return fetch(`${appliance.url}${address}?${more.query ?? ""}`, {
    method: method.toUpperCase(),
    headers,
    ...(sends && { body: bodyAbout(operation, more.id ?? "unknown") }),
  });
}

/** A body that means the given thing, in the names that the route knows. */
function bodyAbout({ bodyNames }: Operation, id: string): string {
  const about = { session_id: id, turn_index: 2, action: "split", id, developer: id, into: id };
  return JSON.stringify(Object.fromEntries(Object.entries(about).filter(([name]) => bodyNames.has(name))));
}

/** Each filter that a route has, set to what is the other organization's. */
function foreignFilters({ parameters }: Operation, side: Side): string[] {
  const [, , subSession, developer, , email] = side.marks;
  const values: Record<string, (string | undefined)[]> = {
    developer: [developer, email],
    session_id: [side.session],
    sub_session_id: [subSession],
  };
  return Object.entries(values)
    .filter(([name]) => parameters.has(name))
    .flatMap(([name, list]) => list.map((value) => `${WINDOW}&${name}=${encodeURIComponent(value ?? "")}`));
}

describe("without a key", () => {
  test.each(keyed.map((operation) => [nameOf(operation), operation] as const))(
    "%s is 401 and asks for one",
    async (_, operation) => {
      const response = await ask(operation, null);
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    },
  );

  test("only health answers, whom to write to, signing in, coming back from Slack with a state, and the script that connects", () => {
    const open = operations.filter(({ isOpen }) => isOpen).map(nameOf);
    expect(open.toSorted()).toEqual([
      "GET /.well-known/security.txt",
      "GET /connect.mjs",
      "GET /health",
      "GET /livez",
      "GET /readyz",
      "GET /v1/integrations/slack/callback",
      "GET /v1/session/oidc",
      "GET /v1/session/oidc/callback",
      "GET /v1/session/ways",
      "POST /v1/session",
      "POST /v1/session/passkey",
      "POST /v1/session/passkey/options",
    ]);
  });
});

describe("the key of one organization", () => {
  test.each(readings.map((operation) => [nameOf(operation), operation] as const))(
    "%s holds nothing of the other's",
    async (_, operation) => {
      for (const key of [ours.organization.key, ours.organization.admin]) {
        for (const query of ["", WINDOW, ...foreignFilters(operation, theirs)]) {
          const answer = await (await ask(operation, key, { query })).text();
          expect(theirs.marks.filter((mark) => answer.includes(mark))).toEqual([]);
        }
      }
    },
  );

  const withId = keyed.filter(({ path }) => path.replace("{score}", "").includes("{"));
  test.each(withId.map((operation) => [nameOf(operation), operation] as const))(
    "%s knows no id of the other's",
    async (_, operation) => {
      for (const id of theirs.marks) {
        const foreign = await ask(operation, ours.organization.admin, { id: encodeURIComponent(id) });
        const unknown = await ask(operation, ours.organization.admin);
        expect([foreign.status, await foreign.text()]).toEqual([unknown.status, await unknown.text()]);
        expect(foreign.status).toBeGreaterThanOrEqual(400);
      }
    },
  );

  const filtered = readings.filter(
    ({ parameters }) => parameters.has("developer") || parameters.has("session_id"),
  );
  test.each(filtered.map((operation) => [nameOf(operation), operation] as const))(
    "%s with a foreign filter is as with an unknown one",
    async (_, operation) => {
      for (const query of foreignFilters(operation, theirs)) {
        const foreign = await ask(operation, ours.organization.admin, { query });
        const unknown = await ask(operation, ours.organization.admin, {
          query: query.replace(/=[^=]*$/, "=unknown"),
        });
        expect([foreign.status, await foreign.text()]).toEqual([unknown.status, await unknown.text()]);
      }
    },
  );

  test("does see its own", async () => {
    const answers = await Promise.all(
      readings.map(async (operation) =>
        (await ask(operation, theirs.organization.admin, { query: WINDOW })).text(),
      ),
    );
    const seen = theirs.marks.filter((mark) => answers.some((answer) => answer.includes(mark)));
    expect(seen).toEqual(expect.arrayContaining([theirs.session, "dev@theirs.example"]));
    const telemetry = readings.flatMap(({ path }, index) =>
      /^\/v1\/telemetry\/(logs|spans|metrics)$/.test(path) ? (answers[index] ?? "") : [],
    );
    expect(telemetry.map((answer) => answer.includes(theirs.session))).toEqual([true, true, true]);
  });

  test.each(changes.map((operation) => [nameOf(operation), operation] as const))(
    "%s changes nothing of the other's",
    async (_, operation) => {
      const before = await whatTheySee();
      for (const id of [theirs.session, ...theirs.marks.slice(0, 4)]) {
        await ask(operation, ours.organization.admin, { id });
      }
      await appliance.settled();
      expect(await whatTheySee()).toEqual(before);
    },
  );
});

async function whatTheySee(): Promise<Record<string, string>> {
  const steady = readings.filter(({ path }) => path.startsWith("/scoring/") && !path.includes("{"));
  const answers = await Promise.all(
    steady.map(async (operation) => [
      nameOf(operation),
      await (await ask(operation, theirs.organization.admin, { query: WINDOW })).text(),
    ]),
  );
  return Object.fromEntries(answers);
}
