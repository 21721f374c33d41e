/** Turns the answers of lists into CSV where that is asked for. */
import type { Guard } from "../guard.ts";
import { answerCsv, wantsCsv } from "./answer-csv.ts";
import { csvListsOf } from "./lists.ts";

/** What the API gives. */
export interface CsvContext {
  guard: Guard;
  /** Writes the OpenAPI document. */
  describe(): object;
  /** Answers a request as the API does. */
  handle(request: Request): Promise<Response>;
}

/** An answer on its way out. */
export interface Answering {
  request: Request;
  /** The route's path, such as `/v1/sessions/:id/timeline`. */
  route: string;
  responseValue: unknown;
}

/** @returns A function that gives the CSV in the place of an answer, or undefined where JSON is right. */
export function createCsvLists({ guard, describe, handle }: CsvContext) {
  let lists: ReturnType<typeof csvListsOf> | null = null;
  return ({ request, route, responseValue }: Answering): Response | undefined => {
    if (!wantsCsv(request) || !isObject(responseValue)) return undefined;
    lists ??= csvListsOf(describe());
    const list = lists.get(route.replace(/:(\w+)/g, "{$1}"));
    if (list === undefined) return undefined;
    const readPage = (cursor: string) => readNext(cursor, list.pageRows);
    return answerCsv({ list, first: responseValue, readPage, name: nameOf(route) });

    async function readNext(cursor: string, pageRows: number | null): Promise<Record<string, unknown>> {
      const address = new URL(request.url);
      address.searchParams.set("cursor", cursor);
      if (pageRows !== null) address.searchParams.set("limit", String(pageRows));
      const next = new Request(address.href, { headers: { accept: "application/json" } });
      if (!(await guard.stillAdmits(request)))
        throw new Error("the key was revoked, or may read something else, while its file was read");
      guard.admitAs(request, next);
      const answer = await handle(next);
      if (!answer.ok) throw new Error(`a page of the file was answered with ${answer.status}`);
      return (await answer.json()) as Record<string, unknown>;
    }
  };
}

/** Returns "sub-sessions" of "/scoring/sub-sessions", and "runs" of "/v1/reports/schedules/:id/runs". */
function nameOf(route: string): string {
  return route.split("/").findLast((part) => part !== "" && !part.startsWith(":")) ?? "list";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value instanceof Object && !(value instanceof Response) && !Array.isArray(value);
}
