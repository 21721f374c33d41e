/** The places where sightings are kept until their session is known. */
import type { SessionName } from "../../vocabulary/held-name.ts";

/** Marks the scope of a session, which is its name behind the mark. */
export const SESSION_MARK = "s:";
/** Marks the scope of a trace. */
export const TRACE_MARK = "t:";
/** Marks the scope of an instance. */
export const INSTANCE_MARK = "i:";

/** Returns the session whose scope it is; null for the scope of a trace or an instance. */
export function sessionIn(scope: string): SessionName | null {
  return scope.startsWith(SESSION_MARK) ? (scope.slice(SESSION_MARK.length) as SessionName) : null;
}

/** The scopes of the three kinds, by their names; the letter keeps them apart. */
export const scopeOf = {
  session: (name: SessionName) => `${SESSION_MARK}${name}`,
  trace: (name: string) => `${TRACE_MARK}${name}`,
  instance: (name: string) => `${INSTANCE_MARK}${name}`,
};
