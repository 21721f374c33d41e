/** The OpenAPI document: written from the routes' own schemas, and by hand for what is answered before them. */
import type { Elysia } from "elysia";
import { z } from "zod";
import { build } from "../../vocabulary/build.ts";
import {
  inputSchema,
  namedSchemas,
  outputSchema,
  pathParameter,
  problem,
  PROBLEM_RESPONSES,
  usualProblems,
} from "./documented.ts";
import { csvListsOf } from "../csv/lists.ts";
import { INGEST_PATHS, INGEST_SCHEMAS } from "./openapi-ingest.ts";
import { PLUGIN_PATHS } from "./openapi-plugin.ts";
import {
  DEVELOPER_PARAMETER,
  pageParameters,
  SESSION_PARAMETER,
  WINDOW_PARAMETERS,
} from "../lists/window.ts";
import { LABEL_PARAMETER } from "../lists/labels.ts";
import { REMOVED_ENDPOINTS, REMOVED_METHODS, statusOfRemoved } from "../removed.ts";

/** What the document takes from one route. */
export type DocumentedRoute = Pick<Elysia["routes"][number], "method" | "path" | "hooks">;

const PROBLEM = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

interface QueryParameter {
  name: string;
  in: "query";
  required: boolean;
  description?: string;
  schema: object;
}

type Paths = Record<string, Record<string, object | string>>;

/**
 * Describes every route.
 *
 * @throws An exception for one that does not say what it is for.
 */
export function describeApi(routes: readonly DocumentedRoute[]): object {
  const paths: Paths = structuredClone({ ...INGEST_PATHS, ...PLUGIN_PATHS });
  for (const route of routes) addRoute(paths, route);
  for (const [path, { detail: description }] of Object.entries(REMOVED_ENDPOINTS))
    paths[path] = { description, ...removedMethods(path) };
  return withCsv({
    openapi: "3.1.0",
    info: {
      title: "scoring",
      version: build.version,
      description: "Takes the telemetry of coding agents and answers how well people work with them.",
    },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "A key: scoring_…" } },
      parameters: Object.fromEntries([...SHARED].map(([written, name]) => [name, JSON.parse(written)])),
      responses: {
        ...PROBLEM_RESPONSES,
        Removed: problem("Removed; detail and replacement name what to use"),
      },
      schemas: { Problem: outputSchema(PROBLEM), ...INGEST_SCHEMAS, ...namedSchemas() },
    },
  });
}

interface WithLists {
  paths: Record<string, { get?: { responses?: Record<string, { content?: object }> } }>;
}

/** Adds to every list that `Accept: text/csv` answers it as a file. Which those are comes from the document itself. */
function withCsv<Described extends { paths: Paths }>(described: Described): Described {
  const { paths } = described as unknown as WithLists;
  const added = [...csvListsOf(described).keys()].map((path) => {
    const { get, ...others } = paths[path] ?? {};
    const { "200": ok, ...refusals } = get?.responses ?? {};
    const content = { ...ok?.content, "text/csv": { schema: { type: "string" } } };
    return [path, { ...others, get: { ...get, responses: { "200": { ...ok, content }, ...refusals } } }];
  });
  return { ...described, paths: { ...described.paths, ...Object.fromEntries(added) } };
}

function addRoute(paths: Paths, route: DocumentedRoute): void {
  const { detail, query, body } = route.hooks;
  if (detail?.summary === undefined) throw new Error(`BUG: ${route.path} does not say what it is for`);
  const path = route.path.replace(/:(\w+)/g, "{$1}");
  const described = detail.parameters ?? [];
  const parameters = [
    ...described,
    ...otherPathParameters(path, described),
    ...queryParameters(query).map(orShared),
  ];
  paths[path] = {
    ...paths[path],
    [route.method.toLowerCase()]: {
      ...detail,
      responses: route.method === "GET" ? withoutBody(detail.responses) : detail.responses,
      ...(parameters.length > 0 && { parameters }),
      ...(body !== undefined && {
        requestBody: {
          required: !body.safeParse(undefined).success,
          content: { "application/json": { schema: inputSchema(body) } },
        },
      }),
    },
  };
}

/** The body of a GET is not read, so nothing is wrong with it. */
function withoutBody(responses: object = {}): object {
  return Object.fromEntries(
    Object.entries(responses).filter(([status]) => status !== "413" && status !== "415"),
  );
}

/** Those of which nothing is said may be any text. */
function otherPathParameters(path: string, described: readonly object[]): object[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names
    .filter((name) => !described.some((parameter) => "name" in parameter && parameter.name === name))
    .map((name) => pathParameter(name, { type: "string" }));
}

function queryParameters(query: z.ZodType | undefined): QueryParameter[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = inputSchema(query);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    // readers of the document show a parameter's own text, and not that of its schema
    ...(description !== undefined && { description }),
    schema,
  }));
}

/** What most lists take, by name: written once, as far as a route takes the very same. */
const SHARED_PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  session_id: SESSION_PARAMETER,
  ...pageParameters({ usual: 50, most: 500 }),
});

/** Parameters as JSON, each with its name among the shared ones. */
const SHARED: ReadonlyMap<string, string> = new Map(
  queryParameters(SHARED_PARAMETERS).map((parameter) => [JSON.stringify(parameter), parameter.name]),
);

function orShared(parameter: object): object {
  const name = SHARED.get(JSON.stringify(parameter));
  return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
}

/** Written at every method: readers of the document pass over a path that refers to another. */
function removedMethods(path: string): Record<string, object> {
  const methods = REMOVED_METHODS.map((method): [string, object] => {
    const responses = {
      ...usualProblems("401", "405", "421", "429", "500", "503"),
      [statusOfRemoved(path, method)]: { $ref: "#/components/responses/Removed" },
    };
    return [method.toLowerCase(), { summary: "Removed", deprecated: true, tags: ["Removed"], responses }];
  });
  return Object.fromEntries(methods);
}
