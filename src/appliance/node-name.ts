/** The name of a process among others that work on the same stores. */
import { hostname } from "node:os";

/** Returns another name at each start: what a process that ended has left is not taken for its own. */
export function nameNode(): string {
  const host = hostname()
    .replaceAll(/[^\w.-]/g, "-")
    .slice(0, 30);
  return `${host}-${process.pid}-${crypto.randomUUID().slice(0, 4)}`;
}
