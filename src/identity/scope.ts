/** What a caller may read: everything of the organization, or one developer's rows. */
import { type LabelFilter, readLabelFilter } from "../database/labels/label-filter.ts";
import type { Database } from "../database/open.ts";
import type { AskedLabel } from "../vocabulary/labels/label.ts";
import type { Caller } from "./caller.ts";
import type { Developer } from "./developers/developer.ts";
import { findDeveloper, idsOf, readDevelopers } from "./developers/directory.ts";

/** The rows that a query may look at, before any filter. */
export interface ReadScope {
  organizationId: string;
  /** The only developer whose rows may be read; null for everybody's. */
  onlyDeveloper: string | null;
  /** Labels that sessions must have, as asked for; left out for all sessions. */
  labels?: readonly AskedLabel[];
  /** Labels without which the caller sees no session, whatever is asked for; left out for who sees all. */
  within?: readonly AskedLabel[];
  /** Whether the caller sees people only in groups, and nobody's own numbers. */
  groupsOnly?: true;
}

/** No developer has this id, so nobody's rows have it. */
const NOBODY = "";

/** Who may read the team, or is an admin, reads the whole organization; anybody else their developer's rows. */
export function readScope({
  organizationId,
  scopes,
  developerId,
  leads = null,
}: Pick<Caller, "organizationId" | "scopes" | "developerId"> & Partial<Pick<Caller, "leads">>): ReadScope {
  if (leads !== null) {
    const { labels: within, groupsOnly } = leads;
    return { organizationId, onlyDeveloper: null, within, ...(groupsOnly && { groupsOnly }) };
  }
  const readsEverybody = scopes.includes("read_team") || scopes.includes("admin");
  return { organizationId, onlyDeveloper: readsEverybody ? null : (developerId ?? NOBODY) };
}

/** Returns the labels that the sessions of a scope have: those asked for, and those that the caller is limited to. */
export async function labelFilterOf(
  database: Database,
  { organizationId, labels = [], within = [] }: Pick<ReadScope, "organizationId" | "labels" | "within">,
): Promise<LabelFilter | null> {
  const asked = await readLabelFilter(database, organizationId, labels);
  const limit = await readLabelFilter(database, organizationId, within);
  if (asked === null || limit === null) return asked ?? limit;
  return [...asked, ...limit];
}

/** Whose rows a query is about. `nobody` also stands for a developer who may not be read: both look the same. */
export type Whose = { kind: "everybody" } | { kind: "one"; developerId: string } | { kind: "nobody" };

/**
 * Puts scope and filter together.
 *
 * @param filter - The filter as asked for, an id or an e-mail; null for none.
 */
export async function resolveWhose(
  database: Database,
  scope: ReadScope,
  filter: string | null,
): Promise<Whose> {
  const { organizationId, onlyDeveloper } = scope;
  const wanted = filter ?? onlyDeveloper;
  if (wanted === null) return { kind: "everybody" };
  const found = await findDeveloper(database, { organizationId, idOrEmail: wanted });
  if (found === null) return { kind: "nobody" };
  if (onlyDeveloper === null || filter === null) return { kind: "one", developerId: found.id };
  const ownDeveloper = await findDeveloper(database, { organizationId, idOrEmail: onlyDeveloper });
  return ownDeveloper?.id === found.id ? { kind: "one", developerId: found.id } : { kind: "nobody" };
}

/** The rows that a query may look at. */
export interface RowsToRead {
  /** The developers' ids that the rows carry; null for every row of the organization. */
  developerIds: readonly string[] | null;
  /** The labels of the sessions whose rows they are; null for all sessions. */
  labels: LabelFilter | null;
  /** Who is behind each id. */
  developers: ReadonlyMap<string, Developer>;
}

/**
 * The rows that scope and filter leave.
 *
 * @param filter - The filter as asked for, an id or an e-mail; null for none.
 * @returns null when they leave nobody's.
 */
export async function rowsToRead(
  database: Database,
  scope: ReadScope,
  filter: string | null,
): Promise<RowsToRead | null> {
  const whose = await resolveWhose(database, scope, filter);
  if (whose.kind === "nobody") return null;
  const { organizationId } = scope;
  const developers = await readDevelopers(database, organizationId);
  return {
    developerIds: whose.kind === "everybody" ? null : idsOf(whose.developerId, developers),
    labels: await labelFilterOf(database, scope),
    developers,
  };
}
