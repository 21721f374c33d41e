/** Tables to which rows are only added: SQLite itself refuses the rest, whoever asks. */
import { CompiledQuery } from "kysely";
import type { TableShape } from "../../columns.ts";
import type { Database } from "../../engine.ts";

/**
 * Makes the triggers that refuse; see `Engine.refuseChanges`.
 *
 * @remarks A row with a number that is taken, or lower, is refused too: `insert or replace` would remove one unseen.
 */
export async function refuseChanges(
  database: Database,
  { name }: TableShape,
  removed: TableShape,
): Promise<void> {
  const refuse = `select raise(abort, '${name} is only added to')`;
  const isRemoved = `select 1 from ${removed.name} as gone
    where gone.organization = old.organization and gone.number >= old.number`;
  const isTaken = `select 1 from ${name} as there
    where there.organization = new.organization and there.number >= new.number`;
  for (const trigger of [
    `${name}_stay before update on ${name} begin ${refuse}; end`,
    `${name}_remain before delete on ${name} when not exists (${isRemoved}) begin ${refuse}; end`,
    `${name}_follow before insert on ${name} when exists (${isTaken}) begin ${refuse}; end`,
  ])
    await database.executeQuery(CompiledQuery.raw(`create trigger ${trigger}`));
}
