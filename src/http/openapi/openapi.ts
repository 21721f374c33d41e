/** The OpenAPI document: written from the routes' own schemas, and by hand for what is answered before them. */
import type { Elysia } from "elysia";
import { z } from "zod";
import { build } from "../../vocabulary/build.ts";
import { pathParameter } from "./documented.ts";
import { inputSchema, namedSchemas, outputSchema } from "./json-schema.ts";
import { problem, PROBLEM_RESPONSES, responseNamed, usualProblems } from "./refusals.ts";
import { csvListsOf } from "../csv/lists.ts";
import { INGEST_PATHS, INGEST_RESPONSES, ingestSchemas } from "./openapi-ingest.ts";
import { PLUGIN_PATHS, PLUGIN_RESPONSES } from "./openapi-plugin.ts";
import { shareParameters } from "./shared-parameters.ts";
import { REMOVED_ENDPOINTS, statusOfRemoved } from "../removed.ts";

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
  required?: true;
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
  const shared = shareParameters(paths);
  return withCsv({
    openapi: "3.1.0",
    info: {
      title: "scoring",
      version: build.version,
      description: "Takes the telemetry of coding agents and answers how well people work with them.",
    },
    security: [{ bearer: [] }],
    paths: shared.paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "A key: scoring_…" } },
      parameters: shared.parameters,
      responses: {
        ...PROBLEM_RESPONSES,
        ...INGEST_RESPONSES,
        ...PLUGIN_RESPONSES,
        Removed: problem(
          "Removed; detail and replacement name what to use. Every other method except TRACE is answered the same.",
        ),
      },
      schemas: { Problem: outputSchema(PROBLEM), ...ingestSchemas(), ...namedSchemas() },
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
  const { parameters: described = [], ...words } = detail;
  const parameters = [...described, ...otherPathParameters(path, described), ...queryParameters(query)];
  paths[path] = {
    ...paths[path],
    [route.method.toLowerCase()]: {
      ...words,
      responses: responsesOf(route, path),
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

/** What the route itself says comes last: it knows better. */
function responsesOf({ hooks: { detail } }: DocumentedRoute, path: string): object {
  return {
    ...(path.includes("{") && { "404": responseNamed("404") }),
    ...(JSON.parse(JSON.stringify(detail?.responses ?? {}, writeSchema)) as object),
  };
}

/** A route has a function where the schema of its answer belongs. */
function writeSchema(_key: string, value: unknown): unknown {
  return typeof value === "function" ? (value as () => object)() : value;
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
    ...(required.includes(name) && { required: true }),
    // readers of the document show a parameter's own text, and not that of its schema
    ...(description !== undefined && { description }),
    schema,
  }));
}

/** Written at both methods: readers of the document pass over a path that refers to another. */
function removedMethods(path: string): Record<string, object> {
  const methods = ["GET", "POST"].map((method): [string, object] => {
    const responses = {
      ...usualProblems(),
      [statusOfRemoved(path, method, 410)]: responseNamed("Removed"),
    };
    return [method.toLowerCase(), { summary: "Removed", deprecated: true, responses }];
  });
  return Object.fromEntries(methods);
}
