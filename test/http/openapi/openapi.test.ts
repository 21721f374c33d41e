/** The OpenAPI document and the server are walked against each other: neither has what the other lacks. */
import { afterAll, describe, expect, test } from "bun:test";
import { apiDocument } from "../../../src/http/api.ts";
import { NAMED_REQUESTS, NAMED_SCHEMAS, NAMED_VALUES } from "../../../src/http/openapi/named-schemas.ts";
import { ingestSchemas } from "../../../src/http/openapi/openapi-ingest.ts";
import { ANYWHERE } from "../../../src/http/openapi/refusals.ts";
import { REMOVED_ENDPOINTS } from "../../../src/http/removed.ts";
import { openDoor } from "../open-door.ts";

interface Parameter {
  name: string;
  in: string;
  schema: object;
}

interface Operation {
  summary?: string;
  security?: unknown[];
  parameters?: Parameter[];
  responses: Record<string, object>;
  requestBody?: { required: boolean };
}

type Operations = Record<string, Operation>;

interface Document {
  paths: Record<string, Operations>;
  components: Record<"schemas" | "responses" | "parameters", Record<string, object>>;
}

const door = await openDoor();
afterAll(() => door.server.stop(100));

const text = await (await door.get("/v1/openapi.json", door.keys.member)).text();
const document = JSON.parse(text) as Document;

/** The operations of a path, without its description. */
function operationsOf(path: string): Operations {
  const { description: _description, ...operations } = document.paths[path] ?? {};
  return operations;
}

/** The parameters of an operation, with those that it refers to. */
function parametersOf({ parameters = [] }: Operation = { responses: {} }): Parameter[] {
  return parameters.map((parameter) => {
    const [, name] = /"#\/components\/parameters\/([\w-]+)"/.exec(JSON.stringify(parameter)) ?? [];
    return name === undefined ? parameter : (document.components.parameters[name] as Parameter);
  });
}

const operations: [string, Operation][] = Object.keys(document.paths).flatMap((path) =>
  Object.entries(operationsOf(path)).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);
const documented = new Set(operations.map(([name]) => name));

/** The statuses that an operation may be answered with, whether it names them itself or all operations have them. */
function statusesOf({ responses }: Operation): string[] {
  const { default: anywhere, ...named } = responses;
  return [...Object.keys(named), ...(anywhere === undefined ? [] : Object.keys(ANYWHERE))];
}

const OF_REMOVED = ["404", "default"];

/** What the front door answers before the API sees it. */
const BEFORE_THE_API = [
  "POST /v1/logs",
  "POST /v1/metrics",
  "POST /v1/traces",
  "POST /v1/prompts",
  "POST /v1/prompts/response",
  "GET /health",
];

describe("the OpenAPI document", () => {
  test("has every route that the server answers", () => {
    const served = door.routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(served.length).toBeGreaterThan(15);
    expect([...served, ...BEFORE_THE_API].filter((name) => !documented.has(name))).toEqual([]);
  });

  test("has every removed endpoint", () => {
    const paths = Object.keys(REMOVED_ENDPOINTS);
    expect(paths.filter((path) => document.paths[path] === undefined)).toEqual([]);
  });

  test.each(operations)(
    "%s is answered by the server, with a status that is documented",
    async (name, operation) => {
      const [method = "", path = ""] = name.split(" ");
      const key = operation.security?.length === 0 ? undefined : door.keys.admin;
      const response = await door.get(path.replace("{score}", "speed").replace("{id}", "unknown"), key, {
        method,
      });
      expect(response.status).not.toBe(405);
      expect(statusesOf(operation)).toContain(String(response.status));
      if (response.status === 404) expect(await response.text()).not.toContain("There is nothing here");
    },
  );

  test.each(operations)(
    "%s is asked for a key unless it says that it needs none",
    async (name, operation) => {
      const [method = "", path = ""] = name.split(" ");
      // what ingest judges itself, which is not behind this door
      if (BEFORE_THE_API.includes(name)) return;
      const response = await door.get(path, undefined, { method });
      expect(response.status === 401).toBe(operation.security?.length !== 0);
    },
  );

  test.each(operations)(
    "%s says what it is for and what it refuses",
    (_, { summary, responses, security }) => {
      expect(summary).toBeString();
      // whoever needs a key may also send too much with it
      if (security?.length !== 0) expect(statusesOf({ responses })).toContainValues(["401", "429"]);
      if (security?.length !== 0) expect(Object.keys(responses).some((status) => status >= "400")).toBe(true);
    },
  );

  test.each(operations)(
    "%s says that it may be asked by another method, may break, and may be too busy",
    (_, operation) => {
      expect(statusesOf(operation)).toContainValues(["405", "500", "503"]);
    },
  );

  test("says once what any request may be answered with", () => {
    const { description } = document.components.responses["any"] as { description: string };
    expect([...description.matchAll(/\d{3}(?=: )/g)].map(String)).toEqual(Object.keys(ANYWHERE));
  });

  test.each(operations)("%s says that its body has to be JSON, where it has one", (_, operation) => {
    if ("requestBody" in operation) expect(statusesOf(operation)).toContain("415");
  });

  test("says which bodies may be left out", () => {
    const optional = operations
      .filter(([, { requestBody }]) => requestBody?.required === false)
      .map(([name]) => name);
    expect(optional.sort()).toEqual([
      "POST /v1/insights/report/generate",
      "POST /v1/integrations/slack/test",
    ]);
  });

  test("gives no name to two schemas", () => {
    const named = [NAMED_SCHEMAS, NAMED_REQUESTS, NAMED_VALUES, ingestSchemas()].flatMap(Object.keys);
    expect(named.filter((name, place) => named.indexOf(name) !== place)).toEqual([]);
  });

  test("has less than 300 kB: what several operations contain is in it once", () => {
    expect(Buffer.byteLength(text)).toBeLessThan(300_000);
  });

  test("has every reference it makes, and a reference to every component", () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(
      ([, target]) => target ?? "",
    );
    const { schemas, responses, parameters } = document.components;
    const components = Object.entries({ schemas, responses, parameters }).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `${kind}/${name}`),
    );
    expect([...new Set(references)].sort()).toEqual(components.sort());
  });

  test("has the parameters of lists with their limits", () => {
    const parameters = parametersOf(operationsOf("/scoring/scores")["get"]);
    expect(parameters.map(({ name }) => name)).toEqual([
      "from",
      "to",
      "developer",
      "label",
      "period",
      "limit",
      "cursor",
    ]);
    expect(parameters.find(({ name }) => name === "limit")?.schema).toMatchObject({
      type: "integer",
      default: 500,
      maximum: 500,
    });
  });

  test("asks for times as date-time, and for the scores that there are", () => {
    const parameters = parametersOf(operationsOf("/scoring/trends/{score}")["get"]);
    const formats = parameters.filter(({ name }) => name === "from" || name === "to");
    expect(formats).toMatchObject([
      { schema: { type: "string", format: "date-time" } },
      { schema: { type: "string", format: "date-time" } },
    ]);
    expect(parameters.find(({ name }) => name === "score")).toMatchObject({
      in: "path",
      schema: { enum: ["speed", "skill", "efficiency"] },
    });
  });

  test("has only references that lead somewhere, and no pairs that readers do not know", () => {
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
    expect(references.filter((target) => !target?.startsWith("#/components/"))).toEqual([]);
    expect(text).not.toContain("$defs");
    expect(text).not.toContain("prefixItems");
  });

  test.each(["/v1/logs", "/v1/metrics", "/v1/traces"])(
    "reports every refusal of %s, its details, and each spelling of gzip",
    (path) => {
      const { post } = operationsOf(path);
      const { responses = {} } = post ?? {};
      expect(Object.keys(responses)).toEqual("200 400 401 405 408 413 415 429 500 503".split(" "));
      const [{ schema } = { schema: {} }] = parametersOf(post);
      const pattern = new RegExp((schema as { pattern: string }).pattern);
      const known = ["gzip", "GZIP", "x-gzip", "X-Gzip", "identity", "Identity", "", " gzip "];
      expect(known.filter((name) => !pattern.test(name))).toEqual([]);
      expect(["br", "deflate", "gzip, gzip"].filter((name) => pattern.test(name))).toEqual([]);
    },
  );

  test("describes a refusal with its details, and bodies whose values may be missing", () => {
    const { Status, LogsData } = document.components.schemas;
    expect(Status).toMatchObject({
      properties: { details: { type: "array" } },
      required: ["code", "message"],
    });
    expect(JSON.stringify(LogsData)).not.toContain('"required"');
  });

  test("says of each removed endpoint what to use instead", () => {
    const described = Object.entries(REMOVED_ENDPOINTS).map(([path, { detail }]) => [
      path,
      { description: detail },
    ]);
    expect(document.paths).toMatchObject(Object.fromEntries(described));
  });

  test("keeps removed endpoints as deprecated, with their refusals", () => {
    for (const path of Object.keys(REMOVED_ENDPOINTS)) {
      const { get, post } = operationsOf(path);
      const isPrism = path === "/v1/intelligence/prism";
      expect([get, post]).toMatchObject([{ deprecated: true }, { deprecated: true }]);
      const statuses = (operation?: Operation) => Object.keys(operation?.responses ?? {});
      expect(statuses(get)).toEqual(isPrism ? ["410", "default"] : OF_REMOVED);
      expect(statuses(post)).toEqual(OF_REMOVED);
    }
  });

  test("offers no ranking: people are sorted by name and time only, work by no score, no row has a rank", () => {
    const named = operations.flatMap(([path, operation]) =>
      parametersOf(operation).map((parameter) => ({ path, ...parameter })),
    );
    expect(JSON.stringify(named)).not.toContain("rank");
    const sorts = named.filter(({ name }) => name === "sort");
    const byPath = sorts.map(({ path, schema }) => [path, (schema as { enum?: string[] }).enum ?? []]);
    expect(Object.fromEntries(byPath)).toEqual({
      "GET /v1/admin/developers": ["name", "last_seen"],
      "GET /v1/admin/accounts": ["created", "email", "last_sign_in"],
      "GET /v1/admin/keys": ["created", "name", "last_used"],
      "GET /v1/sessions": ["started", "turns", "failed", "cost"],
    });
    expect(text).not.toMatch(/"(rank|ranking|percentile|position|leaderboard)"/);
  });

  test("is the one that scoring openapi prints", () => {
    expect(JSON.parse(JSON.stringify(apiDocument()))).toEqual(document);
  });
});
