/** Throws away what was computed from the objects, so that it is computed again. */
import { type Database, engineOf } from "../../database/engine.ts";
import { emptyEveryDay } from "../../database/days/kept-days-table.ts";
import { type Preparation, prepareTables } from "../../database/prepare.ts";
import type { TableShape } from "../../database/columns.ts";
import { emptyTable } from "../../database/table.ts";
import { SESSION_PARTS, SESSION_SIZES } from "../../normaliser/parts/parts-table.ts";
import { SIGHTING_CHUNKS } from "../../normaliser/sightings/sightings-table.ts";
import { SEALED_SESSIONS } from "../../writer/upkeep/table.ts";
import { SCORE_DAYS } from "../../metrics/changed-days/score-days-table.ts";
import { beginRemaking } from "../../metrics/remaking.ts";
import { forgetSightings } from "../../normaliser/rescore/forget-table.ts";
import { markSealed } from "../../normaliser/rescore/sealed-table.ts";
import { DAYS_OF } from "../../insights/governance/days-of-rows.ts";
import { readFigures } from "../../books/books-table.ts";
import { forgetExamined, holdExamining } from "../../books/examined-table.ts";
import { joinPositions } from "../../books/join-positions-table.ts";
import { setInBooks } from "../../books/progress-table.ts";
import { METRICS_TABLE } from "../../metrics/columns-table.ts";
import {
  beginFormulas,
  forgetEarlierFormulas,
  readFormulasVersion,
  saveFormulasVersion,
} from "../../metrics/formulas-table.ts";
import { emptyMetrics, metricsTables } from "../../metrics/table.ts";
import { isReleased, SCORING_VERSION } from "../../metrics/version.ts";
import { type Clock, systemClock } from "../../vocabulary/clock.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import { ALL_TABLES } from "../tables.ts";

/** Brings the tables to this version's shape, and throws away rows that it would compute differently. */
export async function prepareDatabase(database: Database, clock: Clock = systemClock): Promise<void> {
  await prepareTables(database, ALL_TABLES, (transaction, found) =>
    forgetOutdated(transaction, found, clock()),
  );
}

async function forgetOutdated(transaction: Database, { emptied }: Preparation, now: Instant): Promise<void> {
  if (!engineOf(transaction).isShared) await joinPositions(transaction);
  const version = await readFormulasVersion(transaction);
  if (version === null && emptied.length === 0) return saveFormulasVersion(transaction, SCORING_VERSION);
  const kept = emptied.includes(metricsTables.name) ? null : version;
  const isOver = await followFormulas(transaction, kept, now);
  if (emptied.length === 0 && !isOver) return;
  await forgetDerived(transaction);
  await markSealed(transaction);
}

/**
 * Lets the formulas of this program follow those by which the rows were computed.
 *
 * @param version - null where no row is left.
 * @returns Whether the rows have to be computed again.
 */
async function followFormulas(transaction: Database, version: string | null, now: Instant): Promise<boolean> {
  if (version === null || !isReleased(version)) {
    await forgetEarlierFormulas(transaction);
    return true;
  }
  if (version !== SCORING_VERSION)
    await beginFormulas(transaction, { version, until: Math.floor(now / DAY) * DAY });
  return false;
}

/** Sightings and metrics are forgotten by other rules; sessions keep the parts that they have. */
const NOT_EMPTIED = new Set<string>([
  SIGHTING_CHUNKS.name,
  SESSION_PARTS.name,
  SESSION_SIZES.name,
  METRICS_TABLE.name,
]);

/**
 * Empties the derived tables and sends the normaliser back to the first object.
 *
 * @param transaction - A transaction. What cannot be computed again stays: the rows of sealed sessions,
 *   some of whose records retention has removed, the numbers of earlier formulas, and the tables that are kept.
 */
export async function forgetDerived(transaction: Database): Promise<void> {
  await holdExamining(transaction);
  await forgetSightings(transaction);
  const derived = ALL_TABLES.filter((set) => !set.kept).flatMap<TableShape>((set) => set.tables);
  for (const table of derived) {
    if (!NOT_EMPTIED.has(table.name)) await emptyTable(transaction, table, SEALED_SESSIONS);
  }
  await emptyMetrics(transaction, SEALED_SESSIONS);
  for (const days of [SCORE_DAYS, ...DAYS_OF.values()]) await emptyEveryDay(transaction, days, null);
  const { persisted, held } = await readFigures(transaction);
  await forgetExamined(transaction);
  await beginRemaking(transaction);
  await saveFormulasVersion(transaction, SCORING_VERSION);
  const gone = { frames: 0, records: persisted.records - held.records };
  await setInBooks(transaction, "examined", gone);
  await setInBooks(transaction, "odd_time", { frames: 0, records: 0 });
}
