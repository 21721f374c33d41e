/** `scoring migrate`: an appliance on one machine goes on in PostgreSQL, a bucket and a NATS cluster. */
import { resolve } from "node:path";
import { migrate, type Migrated } from "../../appliance/migrate/migrate.ts";
import { KINDS, NAMES } from "../../appliance/migrate/move-plan.ts";
import { surveyMove } from "../../appliance/migrate/survey-move.ts";
import type { Settings } from "../../settings/schema.ts";
import { createLog } from "../../vocabulary/log.ts";
import { sizeText } from "../../vocabulary/wording/size.ts";
import { noteCommand } from "../audit/note-command.ts";
import {
  type Command,
  type CommandCall,
  CommandFailure,
  hasFlag,
  textFlag,
  writeAnswer,
} from "../command.ts";
import { settingFlags } from "../setting-flags.ts";
import { count } from "../text/count.ts";
import { createProgressLine } from "../text/progress-line.ts";
import { quoted } from "../text/quoted.ts";
import { formatTable } from "../text/table.ts";

export const MIGRATE: Command = {
  name: "migrate",
  operands: [],
  summary: "Move an appliance into PostgreSQL, a bucket and a NATS cluster, or into some of them.",
  details:
    "Stop the server first; what it received last is moved too. Set the engines as for the server: with flags, the " +
    "environment, or scoring.toml. For example:\n\n" +
    "  scoring migrate --from ./scoring-data --dry-run\n\n" +
    "The directory is only read, and stays as a copy. Nothing uses the engines until all is there and checked: each " +
    "table's rows are counted and summed on both sides, each object's size is compared and its end read back. Broken off, " +
    "the same command goes on. What the settings leave out stays in the directory and can be moved later, with the " +
    "same command; then --data-dir must be the same directory.\n\n" +
    "The database must be new: its tables are made here. From then on back up the engines with their own tools " +
    "(pg_dump or a standby of PostgreSQL, versions of the bucket, a snapshot of the stream), or with scoring backup.",
  flags: {
    from: { value: "DIR", summary: "The data directory of the appliance to move." },
    "dry-run": { summary: "Only check that it can be moved, and count what there is." },
    ...settingFlags([
      "database",
      "databaseCa",
      "objects",
      "s3Endpoint",
      "s3Region",
      "s3PathStyle",
      "natsUrl",
      "natsCredentials",
      "natsCa",
      "natsReplicas",
    ]),
  },
  reads: "new_directory",
  check: (call) => void directoryOf(call),
  run: async (call) => {
    const from = directoryOf(call);
    const { settings } = call.loaded;
    const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
    const parts = {
      clock: call.program.clock,
      log: createLog("plain", (text) => call.speaker.log(text)),
      report: (text: string) => line.show(text),
    };
    const isDry = hasFlag(call, "dry-run");
    const moved = await (
      isDry ? surveyMove(from, settings, parts.log) : migrate(from, settings, parts)
    ).finally(() => line.clear());
    if (!isDry) await noteMove(call, moved);
    const end = isDry ? "Nothing was changed." : nextSteps(from, settings);
    const answer = { from, dryRun: isDry, ...moved };
    writeAnswer(call, answer, [moveTable(moved, call.speaker.columns), "", end].join("\n"));
    return 0;
  },
};

function directoryOf(call: CommandCall): string {
  const from = textFlag(call, "from");
  if (from !== null) return resolve(from);
  throw new CommandFailure("--from is missing: the data directory of the appliance to move", 2);
}

/** In the database that the server has from now on. */
async function noteMove(call: CommandCall, { plan, tables, objects, waiting }: Migrated): Promise<void> {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const details = { ...plan.courses, rows, objects: objects.objects, messages: waiting };
  await noteCommand(call, { organization: null, action: "appliance_moved", details });
}

/** A line for each kind, and one for each table that has rows. */
function moveTable({ plan, tables, objects, quarantined, waiting }: Migrated, width: number | null): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const amounts = {
    database: `${count(rows, "row")} in ${count(tables.length, "table")}`,
    objects: `${count(objects.objects + quarantined.objects, "object")}, ${sizeText(objects.bytes + quarantined.bytes)}`,
    stream: `${count(waiting, "message")} that waited`,
  };
  const lines = KINDS.map((kind) => {
    const course = plan.courses[kind];
    const amount = { moves: amounts[kind], moved: "moved before", stays: "stays in the directory" }[course];
    return [NAMES[kind], course === "stays" ? "" : plan.places[kind], amount];
  });
  const columns = ["WHAT", "WHERE TO", "HOW MUCH"].map((title) => ({ title, align: "left" as const }));
  return formatTable(columns, lines, width);
}

function nextSteps(from: string, { dataDir }: Settings): string {
  return [
    "Everything was compared, and is the same on both sides.",
    `Start the server with the same settings: scoring serve --data-dir ${quoted(dataDir)}`,
    `Then check it: scoring verify --data-dir ${quoted(dataDir)}`,
    `Keep ${from} until that and a look at the pages agree; it is no backup of what comes from now on.`,
  ].join("\n");
}
