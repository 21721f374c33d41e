/**
 * Records who reads what another person wrote or sent: one entry for each reader, person, route and hour.
 *
 * The first answer of an hour waits until its entry is on disk; those after it wait for nothing. So no answer is given
 * without an entry, also when the server dies right after it, and none is given while no entry can be written.
 */
import { isReading } from "../../audit/actions.ts";
import { actorOf } from "../../identity/caller.ts";
import { HOUR } from "../../vocabulary/units.ts";
import { wantsCsv } from "../csv/answer-csv.ts";
import type { RouteContext } from "../route-context.ts";
import { clientOf } from "../sign-in/client.ts";
import { actorIn } from "./audited-by.ts";
import { READ_ROUTES } from "./read-routes.ts";

/** An answer that is about to be given. */
export interface Answered {
  request: Request;
  responseValue: unknown;
}

/** Returns what ends once everybody whose texts are in the answer is in the log. */
export function createReadings({ guard, clock, changes }: Pick<RouteContext, "guard" | "clock" | "changes">) {
  let hour = 0;
  /** What is recorded, or being recorded, in this hour. */
  let recorded = new Map<string, Promise<unknown>>();
  return async ({ request, responseValue }: Answered): Promise<void> => {
    const route = guard.routeOf(request);
    if (wantsCsv(request) && isObject(responseValue) && "nextCursor" in responseValue)
      await recordCsv(request, route);
    const action = READ_ROUTES[route];
    if (action === undefined || !isReading(action)) return;
    const caller = guard.callerOf(request);
    const others = personsIn(responseValue).filter((id) => id !== caller.developerId);
    if (others.length === 0) return;
    const now = clock();
    if (Math.floor(now / HOUR) !== hour) [hour, recorded] = [Math.floor(now / HOUR), new Map()];
    const current = recorded;
    const nameOf = (person: string) => [actorOf(caller), person, route].join(" ");
    const persons = others.filter((person) => !current.has(nameOf(person)));
    if (persons.length > 0) {
      const { organizationId: organization, developerId: ownDeveloper } = caller;
      const from = clientOf(request).address;
      const reader = { actor: actorIn(caller), ownDeveloper, from };
      const reads = { organization, ...reader, action, route: shownRoute(route), persons };
      const recording = changes(request).recordReads(reads);
      for (const person of persons) current.set(nameOf(person), recording);
      // what could not be recorded is tried again with the next answer
      recording.catch(() => persons.forEach((person) => current.delete(nameOf(person))));
    }
    await Promise.all(others.flatMap((person) => current.get(nameOf(person)) ?? []));
  };

  async function recordCsv(request: Request, route: string): Promise<void> {
    const caller = guard.callerOf(request);
    await changes(request).recordExport({
      organization: caller.organizationId,
      actor: actorIn(caller),
      from: clientOf(request).address,
      action: "data_exported",
      details: { route: shownRoute(route), format: "csv" },
    });
  }
}

/** Without braces: `/v1/sessions/:id/timeline`. */
function shownRoute(route: string): string {
  return route.replace(/^\S+ /, "").replaceAll(/\{(\w+)\}/g, ":$1");
}

/** Whose rows an answer holds: that of a person, of a session, or of lists. */
function personsIn(answer: unknown): string[] {
  if (!isObject(answer)) return [];
  const lists = Object.values(answer).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []));
  const owners = [answer, answer["session"], ...lists].map(ownerOf);
  return [...new Set(owners.filter((id) => id !== null))];
}

function ownerOf(row: unknown): string | null {
  const developer = isObject(row) ? row["developer"] : null;
  const id = isObject(developer) ? developer["id"] : null;
  return typeof id === "string" ? id : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value instanceof Object && !(value instanceof Response) && !Array.isArray(value);
}
