/** `scoring status`: what a running server says of itself, and what is kept. */
import { areServed } from "../../appliance/holding/hold-stores.ts";
import { readLastBackup } from "../../appliance/backup/last-backup.ts";
import { describeSpent } from "../../appliance/observe/describe-judge.ts";
import { describeBooks, describeDoubt } from "../../appliance/observe/describe-status.ts";
import { lagsOf } from "../../appliance/observe/lags.ts";
import { readServing, type Serving } from "../../database/serving/serving-note.ts";
import { type Kept, readKept } from "../../answers/read-kept.ts";
import type {
  BooksStatus,
  ExpiryWaits,
  LastBackup,
  RefusedSenderStatus,
  StageStatus,
  StatusAnswer,
} from "../../http/self/status-answer.ts";
import { readCertificate } from "../../http/tls/certificate.ts";
import { judgeTables, NOTHING_SPENT, readMonth } from "../../judge/ledger-table.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import {
  addressOf,
  askReadiness,
  askStatus,
  askWhetherHeld,
  KEY_FLAG,
  keyOf,
  nothingThere,
  SERVER_FLAGS,
  type ServerReadiness,
} from "../ask-server.ts";
import { type Command, type CommandCall, hasFlag, writeAnswer } from "../command.ts";
import {
  describeCheck,
  HELD,
  type JudgeCheck,
  readJudgeCheck,
  readWhetherHeld,
} from "../judge/last-check.ts";
import { type CountedKept, countKept, describeKept } from "../status/count-kept.ts";
import { formatOpenAlerts, readOpenAlerts } from "../status/open-alerts.ts";
import {
  formatRefusedSenders,
  type NamedSender,
  refusedSendersOf,
  withKeyNames,
} from "../refused-senders.ts";
import {
  formatBooks,
  formatBucketRule,
  formatExpiryWaits,
  formatLanguageModel,
  formatLastBackup,
  formatStages,
  formatUnanswered,
  type ModelStatus,
} from "../status/status-text.ts";
import { hasTables, reading } from "../stores.ts";
import { databaseName, hasDatabase, readEarlyRuleOf } from "../../stores.ts";

export const STATUS: Command = {
  name: "status",
  operands: [],
  summary:
    "Show whether the server is ready, how far behind each stage is, and whether every record is accounted for.",
  details:
    "With an admin key it asks the server for everything. Without one it asks whether the server is ready and reads the " +
    "rest from the data directory.\n\nThe exit code is 1 when the server does not answer, is not ready, or records are " +
    "not accounted for.",
  flags: {
    verbose: { summary: "Also print how many records are where." },
    ...KEY_FLAG,
    ...SERVER_FLAGS,
  },
  reads: "settings",
  run: async (call) => {
    const { settings } = call.loaded;
    const isHere = hasDatabase(settings);
    const kept = isHere ? await reading(call, (database) => countKept(database, call.program.clock())) : null;
    const looked = await lookAt(call, isHere);
    const seen = { ...looked, refusedSenders: await withKeyNames(call, looked.refusedSenders) };
    if (!isHere && seen.server.status === "not_reached") throw nothingThere(call);
    writeAnswer(
      call,
      { ...seen, kept },
      describe(seen, {
        kept,
        place: settings.database === null ? settings.dataDir : databaseName(settings),
        width: call.speaker.columns,
        figures: hasFlag(call, "verbose"),
      }),
    );
    return seen.server.status === "ready" && seen.books?.balanced !== false ? 0 : 1;
  },
};

/** What could be learnt. */
interface Seen {
  server: {
    url: string;
    status: "ready" | "not_ready" | "not_reached";
    /** Whether it keeps its data in this command's data directory; null when no server answers. */
    servesDirectory: boolean | null;
    stages: StageStatus[];
  };
  /** What did not answer the server. */
  unanswered: StatusAnswer["unanswered"];
  /** null when neither the server nor a data directory says. */
  books: BooksStatus | null;
  refusedSenders: RefusedSenderStatus[];
  /** What is the matter by alerts that are not over. */
  openAlerts: string[];
  /** null when neither the server nor a data directory says. */
  languageModel: ModelStatus | null;
  /** null when no backup was made, or when neither the server nor a data directory says. */
  lastBackup: LastBackup | null;
  /** null when old records are removed, or when neither the server nor a data directory says. */
  expiryWaits: ExpiryWaits | null;
  /** What deletes records early; null when nothing does, or nobody says. */
  bucketRule: StatusAnswer["bucketRule"];
  /** When the time of the server's certificate is over; null for plain HTTP, and when no server says. */
  certificateValidUntil: string | null;
  /** What `scoring judge check` last found of that model; null when it was not checked. */
  judgeCheck: JudgeCheck | null;
  /** Whether nothing is judged because a check is required and none passed; null when nobody says. */
  judgingHeld: boolean | null;
}

interface NamedSeen extends Seen {
  refusedSenders: NamedSender[];
}

async function lookAt(call: CommandCall, isHere: boolean): Promise<Seen> {
  const seen = await lookAtServer(call, isHere);
  const model = seen.languageModel?.model ?? null;
  return { ...seen, judgeCheck: isHere && model !== null ? await readJudgeCheck(call, model) : null };
}

async function lookAtServer(call: CommandCall, isHere: boolean): Promise<Omit<Seen, "judgeCheck">> {
  const servesDirectory = isHere && (await areServed(call.loaded.settings));
  const noted = servesDirectory ? readServing(call.loaded.settings.dataDir) : null;
  const url = urlOf(call, noted);
  const said = await askServer(keyOf(call), url);
  // of what the server does not know the database may say more
  if (said !== null && (said.answer.books !== null || !isHere))
    return { ...seenIn(said.answer, { url, servesDirectory }), judgingHeld: said.judgingHeld };
  const kept = isHere ? await reading(call, (database) => readKept(database, null)) : null;
  const server = await lookFromOutside(call, url, { kept: servesDirectory ? kept : null, servesDirectory });
  return { server, ...(kept === null ? NOTHING_HERE : await lookHere(call, kept, noted)) };
}

/** null without a key, and when no server answers. */
async function askServer(key: string | null, url: string) {
  const answer = key === null ? null : await askStatus(url, key);
  return key === null || answer === null ? null : { answer, judgingHeld: await askWhetherHeld(url, key) };
}

function seenIn(
  answer: StatusAnswer,
  where: Pick<Seen["server"], "url" | "servesDirectory">,
): Omit<Seen, "judgeCheck" | "judgingHeld"> {
  const { status, stages, unanswered, books, refusedSenders, languageModel, ...rest } = answer;
  const { openAlerts, lastBackup, expiryWaits, bucketRule, certificateValidUntil } = rest;
  const kept = { openAlerts, lastBackup, expiryWaits, bucketRule, certificateValidUntil };
  return { server: { ...where, status, stages }, unanswered, books, refusedSenders, languageModel, ...kept };
}

/** The server of the directory listens where it says; the settings of this command may be those of another one. */
function urlOf(call: CommandCall, noted: Serving | null): string {
  return noted === null || call.loaded.origins.listen.from === "flag" ? addressOf(call) : noted.url;
}

type Here = Omit<Seen, "judgeCheck" | "server">;

const NOTHING_HERE: Here = {
  unanswered: [],
  books: null,
  refusedSenders: [],
  openAlerts: [],
  languageModel: null,
  judgingHeld: null,
  lastBackup: null,
  expiryWaits: null,
  bucketRule: null,
  certificateValidUntil: null,
};

/** What the data directory shows. */
async function lookHere(call: CommandCall, kept: Kept, noted: Serving | null): Promise<Here> {
  return {
    unanswered: [],
    books: describeBooks(kept, null, null),
    refusedSenders: refusedSendersOf(call),
    openAlerts: await readOpenAlerts(call),
    languageModel: await readModel(call, noted),
    judgingHeld: await readWhetherHeld(call),
    lastBackup: readLastBackup(call.loaded.settings.dataDir),
    expiryWaits: describeDoubt(kept.clockDoubt),
    bucketRule: await readBucketRule(call),
    certificateValidUntil: await readCertificateUntil(call),
  };
}

/** What a server shows without a key, and what its database adds to it. */
async function lookFromOutside(
  call: CommandCall,
  url: string,
  { kept, servesDirectory }: { kept: Kept | null; servesDirectory: boolean },
): Promise<Seen["server"]> {
  const readiness = await askReadiness(url);
  if (readiness === null) return { url, status: "not_reached", servesDirectory: null, stages: [] };
  const stages = stagesOf(readiness, kept, call.program.clock());
  return { url, status: readiness.status, servesDirectory, stages };
}

async function readBucketRule({ loaded, program }: CommandCall): Promise<StatusAnswer["bucketRule"]> {
  const rule = await readEarlyRuleOf(loaded.settings, program.clock());
  return rule && { ...rule, keptDays: loaded.settings.rawRetentionDays };
}

/** Of the file that the settings of this command name, which the server may not have read yet. */
async function readCertificateUntil({ loaded, program }: CommandCall): Promise<string | null> {
  const read = await readCertificate(loaded.settings, program.clock());
  return read.ok && read.value !== null ? isoTime(read.value.validUntil) : null;
}

/** As the server of the directory noted it, else as the settings of this command have it. */
async function readModel(call: CommandCall, noted: Serving | null): Promise<ModelStatus> {
  const { llmBaseUrl, llmModel, llmMonthlyBudgetUsd, llmMonthlyBudgetTokens } = call.loaded.settings;
  const spent = await reading(call, async (database) =>
    (await hasTables(database, judgeTables)) ? readMonth(database, call.program.clock()) : NOTHING_SPENT,
  );
  const ofSettings = {
    model: llmBaseUrl === null ? null : llmModel,
    budget: { usd: llmMonthlyBudgetUsd, tokens: llmMonthlyBudgetTokens },
  };
  const { model, budget } = noted ?? ofSettings;
  return { model, month: describeSpent(spent), budget };
}

/** What `/readyz` does not say is in the database, except counters and errors. */
function stagesOf({ stages }: ServerReadiness, kept: Kept | null, now: Instant): StageStatus[] {
  const lags: Record<string, StageStatus["lag"]> = kept === null ? {} : lagsOf(kept.backlog, now);
  return Object.entries(stages).map(([stage, { ready, detail, failing }]) => {
    const condition = failing === true ? FAILING : null;
    return { stage, ready, detail, condition, lag: lags[stage] ?? null, lastError: null, counters: {} };
  });
}

/** Only an admin sees why, and when it is tried again. */
const FAILING: StageStatus["condition"] = { kind: "failed", since: null, reason: null, nextTryAt: null };

interface Shown {
  kept: CountedKept | null;
  /** Where its rows are kept. */
  place: string;
  /** null for any. */
  width: number | null;
  /** Whether the figures of the books are shown although they agree. */
  figures: boolean;
}

function describe(
  {
    server,
    books,
    unanswered,
    refusedSenders,
    openAlerts,
    languageModel,
    judgeCheck,
    judgingHeld,
    lastBackup,
    expiryWaits,
    bucketRule,
    certificateValidUntil,
  }: NamedSeen,
  { kept, place, width, figures }: Shown,
): string {
  const elsewhere =
    `This server does not keep its data in ${place}. ` +
    "Name its data directory with --data-dir, or another server with --listen.";
  return [
    `${server.url}: ${server.status === "not_reached" ? "no server answers" : server.status.replace("_", " ")}`,
    ...(server.servesDirectory === false ? [elsewhere] : []),
    ...(server.stages.length === 0 ? [] : ["", formatStages(server.stages, width), ""]),
    ...formatUnanswered(unanswered),
    ...formatRefusedSenders(refusedSenders),
    ...formatOpenAlerts(openAlerts),
    ...(books === null ? [] : [formatBooks(books, { figures }), formatLastBackup(lastBackup)]),
    ...formatExpiryWaits(expiryWaits),
    ...formatBucketRule(bucketRule),
    ...(certificateValidUntil === null ? [] : [`The certificate is good until ${certificateValidUntil}.`]),
    ...(languageModel === null ? [] : [formatLanguageModel(languageModel)]),
    ...(judgeCheck === null ? [] : [describeCheck(judgeCheck)]),
    ...(judgingHeld === true ? [HELD] : []),
    ...(kept === null ? [] : [describeKept(kept)]),
  ].join("\n");
}
