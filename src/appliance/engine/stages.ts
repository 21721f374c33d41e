/** Every stage of the engine, in the order in which work goes from one to the next. A new stage is one more line. */
import type { StageAttempts } from "../../attempts/open.ts";
import { keepAudit } from "../../audit/keep-audit.ts";
import type { Database } from "../../database/open.ts";
import type { Senders } from "../../insights/integrations/open-senders.ts";
import type { RunningJudge } from "../../judge/open-judge.ts";
import type { PublishCard } from "../../insights/advisor/card.ts";
import { advisingStage } from "../../insights/advisor/keep-advising.ts";
import { summarizingStage } from "../../insights/advisor/model/keep-summarizing.ts";
import { type AlertingParts, alertingStage } from "../../insights/alerts/keep-alerting.ts";
import { expireSignIns } from "../../identity/links/expire-sign-ins.ts";
import { expireReports } from "../../insights/reports/expire-reports.ts";
import { reportingStage } from "../../insights/reports/keep-reporting.ts";
import { purgingStage } from "../../insights/governance/keep-purging.ts";
import { schedulingStage } from "../../insights/schedules/keep-scheduling.ts";
import { throttleDaysStage } from "../../insights/throttle/keep-days.ts";
import { baselinesStage } from "../../metrics/baselines/keep-baselines.ts";
import { remakingStage } from "../../metrics/remaking.ts";
import { readMachineState } from "../observe/machine-state.ts";
import { sayArrivals } from "../observe/say-arrivals.ts";
import { examiningStage } from "../../normaliser/examining-stage.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import type { Redactor } from "../../privacy/redactor.ts";
import type { CheckSettings } from "../../rubric/trial/read-check.ts";
import { checkingStage } from "../../rubric/trial/keep-checking.ts";
import { judgingStage } from "../../rubric/judging/keep-judging.ts";
import { packingStage } from "../../scores/days/pack-days.ts";
import { measuringStage } from "../../sessions/keep.ts";
import type { Measurer } from "../../sessions/measurer.ts";
import type { Settings } from "../../settings/schema.ts";
import type { StreamConnection } from "../../stream/connection.ts";
import type { StreamReader } from "../../stream/consume.ts";
import { readStreamState } from "../../stream/telemetry-stream.ts";
import { commandsStage } from "../../supervise/commands-stage.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import type { Stage, StageReport } from "../../vocabulary/stage.ts";
import type { ClockWatch } from "../../writer/arrivals/clock-watch.ts";
import { writingStage } from "../../writer/keep.ts";
import type { GivenKeys } from "../../writer/upkeep/given-keys.ts";
import { type KeepUpkeepParts, upkeepStage } from "../../writer/upkeep/keep.ts";
import { auditHeadsPath, purgesPath } from "../layout.ts";
import type { EngineCounters } from "./engine-counts.ts";
import { openQuarantineOf } from "../../stores.ts";

/** What the stages share. */
export interface EngineParts extends Senders {
  settings: Settings;
  database: Database;
  objects: ObjectStore;
  givenKeys: GivenKeys;
  connection: StreamConnection;
  streamCreatedAt: string;
  /** null for an engine that does not write what arrives: then it has only the stages that work on its organizations. */
  reader: StreamReader | null;
  redactor: Redactor;
  measurer: Measurer;
  /** The prices in effect. */
  prices: PriceTable;
  /** Asks the judge model. */
  judge: RunningJudge;
  /** What the settings say of the model's check. */
  modelCheck: CheckSettings;
  /** What is reported about the stages themselves. */
  stageReports(): readonly StageReport[];
  attempts: StageAttempts;
  counters: EngineCounters;
  /** Watches the machine's clock. */
  clockWatch: ClockWatch;
  /** The check of the books. */
  books: Stage;
  /** Announces a new card to listeners. */
  publishCard: PublishCard;
  clock: Clock;
  log: Log;
}

/** Several engines that share a database have all of them, except that one has those for everybody. */
export function stagesOf(parts: EngineParts): Stage[] {
  const { settings, database, connection, reader, attempts, counters } = parts;
  const quarantine = openQuarantineOf(settings);
  const forEverybody = (stage: () => Stage) => (reader === null ? [] : [stage()]);
  const arrived = sayArrivals(parts.log);
  const lastSequence = () => readStreamState(connection).then((stream) => stream.lastSequence);
  return [
    commandsStage(database),
    ...(reader === null
      ? []
      : [
          writingStage({
            ...parts,
            reader,
            quarantine,
            attempts: attempts.writer,
            written: counters.written,
          }),
        ]),
    examiningStage({ ...parts, labels: settings.labels, attempts: attempts.normaliser }, (batch) => {
      counters.examined(batch);
      arrived(batch);
    }),
    measuringStage(parts.measurer),
    ...forEverybody(() =>
      checkingStage({ ...parts, endpoint: parts.modelCheck.endpoint, isOn: settings.llmCheck }),
    ),
    judgingStage({ ...parts, atOnce: settings.llmConcurrency, check: parts.modelCheck }),
    advisingStage(parts),
    summarizingStage(parts),
    baselinesStage(parts),
    ...forEverybody(() => remakingStage(database)),
    packingStage(parts),
    throttleDaysStage(parts),
    schedulingStage({ ...parts, places: parts, publicUrl: settings.publicUrl }),
    alertingStage(alertingPartsOf(parts)),
    reportingStage(parts),
    ...forEverybody(() => upkeepStage(upkeepPartsOf(parts))),
    purgingStage({ ...parts, lastSequence, journalPath: purgesPath(settings.dataDir) }),
    ...forEverybody(() => parts.books),
  ];
}

function upkeepPartsOf(parts: EngineParts): KeepUpkeepParts {
  const { settings, database } = parts;
  const { reportRetentionDays: days } = settings;
  const audit = { ...parts, headsPath: auditHeadsPath(settings.dataDir), days: settings.auditDays };
  return {
    ...parts,
    retention: { days: settings.rawRetentionDays, maxBytes: settings.rawMaxBytes },
    expireReports: async (now) => (days === null ? 0 : expireReports(database, { days, now })),
    expireSignIns: (now) => expireSignIns(database, now),
    keepAudit: keepAudit(audit),
  };
}

function alertingPartsOf(parts: EngineParts): AlertingParts {
  const { publicUrl, alertsNameDevelopers: namesDevelopers, dataDir } = parts.settings;
  const observeMachine = () => readMachineState({ ...parts, dataDir });
  return { ...parts, places: parts, publicUrl, namesDevelopers, observeMachine };
}
