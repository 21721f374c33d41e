/** What the doctor looks at in the database: whether it can be read, and what it says about objects and agents. */
import { damageRemedy, describeDamage, isDamage } from "../../appliance/explain-failure.ts";
import { readBooks } from "../../books/progress-table.ts";
import { isNothing, readLeft } from "../../normaliser/caught-up.ts";
import { findDamage } from "../../database/sqlite/damage.ts";
import type { Database } from "../../database/open.ts";
import type { Agent } from "../../normaliser/dialects/agents.ts";
import { describeError } from "../../vocabulary/log.ts";
import type { Instant } from "../../vocabulary/units.ts";
import {
  arrivalTables,
  type ClockDoubt,
  readLastArrival,
  readOpenDoubt,
} from "../../writer/arrivals/doubts-table.ts";
import type { Settings } from "../../settings/schema.ts";
import type { CommandCall } from "../command.ts";
import type { Engines } from "./engines/engines.ts";
import { checkPostgres } from "./engines/postgres.ts";
import { hasTables, reading } from "../stores.ts";
import { type Around, checkAgents, readSeenAgents, type SeenAgent } from "./agents.ts";
import { fail, type Finding, ok } from "./finding.ts";
import { checkCrowdedKeys } from "./crowded-keys.ts";
import { checkObjects } from "./objects.ts";
import { READING_MS, type Survey, surveyFrames, type Surveying } from "./survey.ts";
import { databaseName, databasePath } from "../../stores.ts";

/** What the database was found to hold; nothing where it cannot be read. */
export interface ReadDatabase {
  /** Whether it was read. */
  isReadable: boolean;
  /** When records last arrived. */
  lastArrival: Instant | null;
  /** Why old records are not removed; null when the clock is believed. */
  clockDoubt: ClockDoubt | null;
  /** Of the database itself and of the objects that it lists. */
  stores: Finding[];
  agents: SeenAgent[];
  /** Of those agents. */
  signals: Finding[];
}

/**
 * @param agent - The one agent that is of interest; null for all.
 * @param how - What was found of the bucket and the cluster: what fails is not asked again. How long frames are read; ten
 *   seconds when absent.
 */
export async function examineDatabase(
  call: CommandCall,
  agent: Agent | null,
  { engines, surveying = BRIEFLY }: { engines: Engines; surveying?: Surveying },
): Promise<ReadDatabase> {
  const { settings } = call.loaded;
  const itself = settings.database === null ? [checkFile(settings)] : await checkPostgres(settings);
  if (itself.some(({ state }) => state === "fail")) return unread(itself);
  try {
    const survey = engines.bucketFails
      ? NOTHING_READ
      : await reading(call, (database) => surveyFrames(database, settings, surveying));
    const agents = await reading(call, (database) => readSeenAgents(database, survey, agent));
    const objects = await reading(call, (database) => checkObjects(database, settings, { survey, engines }));
    const crowded = await reading(call, (database) => checkCrowdedKeys(database, call.program.clock()));
    return {
      isReadable: true,
      ...(await reading(call, readClock)),
      stores: [...itself, ...objects, ...crowded],
      agents,
      signals: checkAgents(agents, agent, await reading(call, readAround)),
    };
  } catch (error) {
    return unread([unreadable(settings, describeError(error))]);
  }
}

function checkFile(settings: Settings): Finding {
  try {
    const damage = findDamage(databasePath(settings.dataDir));
    return damage === null ? ok("database", "the whole file can be read") : unreadable(settings, damage);
  } catch (error) {
    return unreadable(settings, describeError(error));
  }
}

async function readAround(database: Database): Promise<Around> {
  const { odd_time: oddTime } = await readBooks(database);
  return { isBusy: !isNothing(await readLeft(database)), oddTimes: oddTime.records };
}

async function readClock(database: Database): Promise<Pick<ReadDatabase, "lastArrival" | "clockDoubt">> {
  // an earlier version, which the server has not brought up to date yet, kept neither
  if (!(await hasTables(database, arrivalTables))) return { lastArrival: null, clockDoubt: null };
  return { lastArrival: await readLastArrival(database), clockDoubt: await readOpenDoubt(database) };
}

const BRIEFLY: Surveying = { withinMs: READING_MS, report: () => {} };
const NOTHING_READ: Survey = { frames: 0, complete: false, corrupt: new Set(), sent: [] };

function unread(stores: Finding[]): ReadDatabase {
  return { isReadable: false, lastArrival: null, clockDoubt: null, stores, agents: [], signals: [] };
}

function unreadable(settings: Settings, reason: string): Finding {
  if (isDamage(reason, settings))
    return fail("database", `${describeDamage(settings)} (${reason})`, damageRemedy(settings));
  const found = `${databaseName(settings)} cannot be read, so objects and agents were not checked: ${reason}`;
  return fail("database", found, settings.database === null ? REMEDY : REMEDY_OF_ENGINES);
}

const REMEDY = "see what was found about the disk; run this command as the user who runs the server";
const REMEDY_OF_ENGINES = "start the server once if the database is new; otherwise read PostgreSQL's log";
