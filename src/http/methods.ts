/** Distinguishes a wrong method from a path that does not exist. */
import { problemResponse } from "./problems.ts";

/** A route as the frame knows it; `:name` in the path stands for any one segment. */
export interface KnownRoute {
  method: string;
  path: string;
}

/** 405 with the methods that would do, or 404 when no route has the path. */
export function answerUnrouted(routes: readonly KnownRoute[], path: string): Response {
  const methods = allowedMethods(routes, path);
  return methods.length === 0
    ? problemResponse(404, { detail: "There is nothing here; GET /v1/openapi.json lists what there is." })
    : refuseMethod(methods);
}

/**
 * Refuses another method of a path that is named outright, which the router would take for the value of another
 * path's `:name`.
 *
 * @returns 405 with `Allow`, or undefined where the router may look
 */
export function refuseOtherMethod(
  routes: readonly KnownRoute[],
  method: string,
  path: string,
): Response | undefined {
  if (!routes.some((route) => route.path === path)) return undefined;
  const methods = allowedMethods(routes, path);
  return methods.includes(method) ? undefined : refuseMethod(methods);
}

/** 405 with `Allow`. */
export function refuseMethod(methods: readonly string[]): Response {
  const allow = methods.join(", ");
  return problemResponse(405, { detail: `This path accepts only ${allow}.`, headers: { allow } });
}

function allowedMethods(routes: readonly KnownRoute[], path: string): string[] {
  const matching = routes.filter((route) => matchesPath(route.path, path));
  // a path that is named outright is not meant as the value of another's `:name`
  const named = matching.filter((route) => route.path === path);
  const found = (named.length > 0 ? named : matching).map((route) => route.method);
  return [...new Set(found.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))];
}

/** Whether a path is one of a pattern's, in which `:name` stands for any one segment. */
export function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  // no more of it than decides: a path of slashes only would keep everybody else waiting
  const given = path.split("/", wanted.length + 1);
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment === given[index] || segment.startsWith(":"))
  );
}
