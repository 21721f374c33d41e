/** Who is signed in, for every page. */
import { createContext, useContext } from "react";
import type { Session } from "../api/session.ts";

export const SessionContext = createContext<Session | null>(null);

/** @throws An exception outside of the frame. */
export function useCaller(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("BUG: a page outside of the frame asks who is signed in");
  return session;
}
