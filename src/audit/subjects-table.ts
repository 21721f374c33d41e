/**
 * Who and what the audit log's random ids are. A purge deletes a person's rows: their entries stay, and nobody can find
 * out any more whom they are about.
 */
import { sql } from "kysely";
import type { Database } from "../database/open.ts";
import { instant, text } from "../database/columns.ts";
import { declareTable, tables } from "../database/table-shape.ts";
import type { Instant } from "../vocabulary/units.ts";
import type { SubjectKind } from "./actions.ts";

export const AUDIT_SUBJECTS = declareTable(
  "audit_subjects",
  {
    id: text(),
    organization: text(),
    kind: text<SubjectKind>(),
    /** The id by which the rest of the program knows it; of an address the address itself. */
    real: text(),
    /** Of an address the random id of who came from there, with whom it is forgotten; empty otherwise. */
    used_by: text(),
    /** The newest entry that names it. */
    last_at: instant(),
  },
  {
    key: ["id"],
    unique: [["organization", "kind", "real", "used_by"]],
    indexes: { audit_subjects_by_user: ["used_by"] },
  },
);

/** Something that gets a random id in a chain. */
export interface NamedSubject {
  organization: string;
  kind: SubjectKind;
  real: string;
  usedBy: string;
  at: Instant;
}

/**
 * Returns the random id of a subject.
 *
 * @param newId - The id that it gets when it has none.
 */
export async function idOfSubject(
  transaction: Database,
  { usedBy, at, ...named }: NamedSubject,
  newId: string,
): Promise<string> {
  const { id } = await tables(transaction, AUDIT_SUBJECTS)
    .insertInto("audit_subjects")
    .values({ id: newId, ...named, used_by: usedBy, last_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(["organization", "kind", "real", "used_by"])
        // the clock may have been set back: what newer entries name stays
        .doUpdateSet((row) => ({
          last_at: sql<number>`case when ${row.ref("audit_subjects.last_at")} > ${at} then ${row.ref("audit_subjects.last_at")} else ${at} end`,
        })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A subject, by its random id. */
export interface KnownSubject {
  id: string;
  kind: SubjectKind;
  real: string;
}

/** Returns those of the subjects that are still known. */
export async function selectSubjects(database: Database, ids: readonly string[]): Promise<KnownSubject[]> {
  if (ids.length === 0) return [];
  return tables(database, AUDIT_SUBJECTS)
    .selectFrom("audit_subjects")
    .select(["id", "kind", "real"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
}

/** Returns the random ids that subjects of any kind have in an organization's chain. */
export async function selectIdsOf(
  database: Database,
  { organization, reals }: { organization: string; reals: readonly string[] },
): Promise<string[]> {
  if (reals.length === 0) return [];
  const rows = await tables(database, AUDIT_SUBJECTS)
    .selectFrom("audit_subjects")
    .select("id")
    .where("organization", "=", organization)
    .where("real", "in", reals)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Some subjects of one kind, by their real ids. */
interface RealSubjects {
  kind: SubjectKind;
  reals: readonly string[];
}

/** Forgets who some subjects are, in every chain, and the addresses that they came from. */
export async function forgetSubjects(transaction: Database, { kind, reals }: RealSubjects): Promise<void> {
  if (reals.length === 0) return;
  const view = tables(transaction, AUDIT_SUBJECTS);
  const theirs = () => view.selectFrom("audit_subjects").where("kind", "=", kind).where("real", "in", reals);
  await view.deleteFrom("audit_subjects").where("used_by", "in", theirs().select("id")).execute();
  await view.deleteFrom("audit_subjects").where("kind", "=", kind).where("real", "in", reals).execute();
}

/** Forgets subjects that no entry names any more, since all that did were removed. */
export async function forgetUnnamed(
  transaction: Database,
  { organization, before }: { organization: string; before: Instant },
): Promise<void> {
  await tables(transaction, AUDIT_SUBJECTS)
    .deleteFrom("audit_subjects")
    .where("organization", "=", organization)
    .where("last_at", "<", before)
    .execute();
}
