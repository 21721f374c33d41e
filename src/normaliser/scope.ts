/** The names under which sightings are kept until their session is known. */

/** Marks the scope of a session, which is its id behind the mark. */
export const SESSION_MARK = "s:";
/** Marks the scope of an instance. */
export const INSTANCE_MARK = "i:";

/** The scopes of the three kinds; the letter keeps their ids apart. */
export const scopeOf = {
  session: (id: string) => `${SESSION_MARK}${id}`,
  trace: (id: string) => `t:${id}`,
  instance: (id: string) => `${INSTANCE_MARK}${id}`,
};
