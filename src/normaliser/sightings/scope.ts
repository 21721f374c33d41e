/** The places where sightings are kept until their session is known. */

/** Marks the scope of a session, which is its name behind the mark. */
export const SESSION_MARK = "s:";
/** Marks the scope of a trace. */
export const TRACE_MARK = "t:";
/** Marks the scope of an instance. */
export const INSTANCE_MARK = "i:";

/** The scopes of the three kinds, by their names; the letter keeps them apart. */
export const scopeOf = {
  session: (name: string) => `${SESSION_MARK}${name}`,
  trace: (name: string) => `${TRACE_MARK}${name}`,
  instance: (name: string) => `${INSTANCE_MARK}${name}`,
};
