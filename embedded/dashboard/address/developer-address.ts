/** The addresses of a developer's page and of the lists of their work. */
import { tasksAddress } from "./work-filter.ts";

/** @param id - A developer's id. */
export function developerAddress(id: string): string {
  return `/developers/${encodeURIComponent(id)}`;
}

/** @param id - A developer's id. */
export function developerSessionsAddress(id: string): string {
  return `/sessions?developer=${encodeURIComponent(id)}`;
}

/**
 * The tasks that a developer's scores are computed from.
 *
 * @param id - A developer's id.
 */
export function countedTasksAddress(id: string): string {
  return tasksAddress({ kind: "one", id, isSelf: false }, { counted: true });
}
