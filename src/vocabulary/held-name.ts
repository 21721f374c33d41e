/** Names of sessions, traces and instances. Ids without their holder collide, by chance or on purpose. */

/** Never set: keeps texts of different kinds apart for the compiler. */
declare const KIND: unique symbol;

/** The id that an agent gave a session; another holder's session may have the same. */
export type AgentSessionId = string & { readonly [KIND]: "an agent's id" };

/** The name under which a session or one of its parts is kept: who holds it, and the agent's id. */
export type SessionName = string & { readonly [KIND]: "a session's name" };

/** In the place of a name where a record names no session. */
export const NO_SESSION = "" as SessionName;

/** Takes a text from outside for the id that an agent gave a session. */
export function agentSessionId(text: string): AgentSessionId {
  return text as AgentSessionId;
}

/** Hexadecimal digits that identify the holder. */
export const HOLDER_LENGTH = 16;

/** Where the id begins in a name, as SQL counts. */
export const ID_POSITION = HOLDER_LENGTH + 2;

/**
 * Returns the name of a session.
 *
 * @param holder - A holder from `readHolders`, and the id as the agent sent it.
 */
export function sessionName(holder: string, id: AgentSessionId): SessionName {
  return heldName(holder, id) as SessionName;
}

/** Returns the name of a trace or an instance, or of whatever else a holder sent under an id. */
export function heldName(holder: string, id: string): string {
  return `${holder}${WHOLE}${id}`;
}

/** Separates holder and id in the name of a session, a trace or an instance… */
const WHOLE = ":";
/** …and in those of a session's later parts a character from here on, one for each. */
const FIRST_PART = 0x4e_00;
const PARTS = 0x51_00;

/** Returns the name of a later part of a session, which has the same holder and id; null for one too many. */
export function partName(whole: SessionName, part: number): SessionName | null {
  if (part > PARTS) return null;
  return `${holderIn(whole)}${String.fromCodePoint(FIRST_PART - 1 + part)}${idIn(whole)}` as SessionName;
}

/**
 * Counts which part of its session has this name.
 *
 * @param name - the name of a session or of a part
 * @returns 0 for the session's own name, which its first part has; for a later part the number that `partName` got
 */
export function partNumber(name: SessionName): number {
  const mark = name.charCodeAt(HOLDER_LENGTH);
  return mark < FIRST_PART ? 0 : mark - FIRST_PART + 1;
}

/** Returns the name of the session of which a part has this name. */
export function wholeName(part: SessionName): SessionName {
  return sessionName(holderIn(part), idIn(part));
}

/** The id of a session as the agent sent it. */
export function idIn(name: SessionName): AgentSessionId {
  return heldId(name) as AgentSessionId;
}

/** The id as it was sent, of whatever has this name. */
export function heldId(name: string): string {
  return name.slice(HOLDER_LENGTH + 1);
}

/** Who holds what has this name. */
export function holderIn(name: string): string {
  return name.slice(0, HOLDER_LENGTH);
}
