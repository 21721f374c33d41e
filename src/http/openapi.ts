/** The OpenAPI document: written from the routes' own schemas, and by hand for what is answered before them. */
import type { Elysia } from "elysia";
import { z } from "zod";
import { build } from "../vocabulary/build.ts";
import { inputSchema, outputSchema, problem } from "./documented.ts";
import { INGEST_PATHS, INGEST_SCHEMAS } from "./openapi-ingest.ts";
import { REMOVED_ENDPOINTS } from "./removed.ts";

/** What the document takes from one route. */
export type DocumentedRoute = Pick<Elysia["routes"][number], "method" | "path" | "hooks">;

const PROBLEM = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

type Paths = Record<string, Record<string, object>>;

/** Describes every route. Fails: an exception for one that does not say what it is for. */
export function describeApi(routes: readonly DocumentedRoute[]): object {
  const paths: Paths = structuredClone(INGEST_PATHS);
  for (const route of routes) addRoute(paths, route);
  for (const [path, { detail }] of Object.entries(REMOVED_ENDPOINTS)) addRemoved(paths, path, detail);
  return {
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
      schemas: { Problem: outputSchema(PROBLEM), ...INGEST_SCHEMAS },
    },
  };
}

function addRoute(paths: Paths, route: DocumentedRoute): void {
  const { detail, query, body } = route.hooks;
  if (detail?.summary === undefined) throw new Error(`BUG: ${route.path} does not say what it is for`);
  const path = route.path.replace(/:(\w+)/g, "{$1}");
  const parameters = [...pathParameters(path), ...queryParameters(query)];
  paths[path] = {
    ...paths[path],
    [route.method.toLowerCase()]: {
      ...detail,
      ...(parameters.length > 0 && { parameters }),
      ...(body !== undefined && {
        requestBody: { required: true, content: { "application/json": { schema: inputSchema(body) } } },
      }),
    },
  };
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters(query: z.ZodType | undefined): object[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = inputSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function addRemoved(paths: Paths, path: string, detail: string): void {
  const status = path === "/v1/intelligence/prism" ? "410" : "404";
  const method = path === "/v1/intelligence/score-prompt" ? "post" : "get";
  const summary = "Removed";
  paths[path] = {
    [method]: {
      summary,
      description: detail,
      deprecated: true,
      tags: ["Removed"],
      responses: { [status]: problem(detail) },
    },
  };
}
