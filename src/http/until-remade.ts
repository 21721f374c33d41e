/** Refuses what needs rows that are being computed again: an empty list would be wrong. */
import type { AuditedBy } from "../answers/audited.ts";
import { type ApiChanges, type ChangeName, changesBy } from "../answers/changes.ts";
import { Refusal } from "./refusal.ts";
import { type ApiQueries, queriesBy, type QueryName } from "../answers/queries.ts";

/** What the API asks. */
interface Asks {
  queries(keyId: string | null): ApiQueries;
  /** Asked by whom the audit log names; null for a change that it does not record. */
  changes(by: AuditedBy | null): ApiChanges;
}

/** The queries and changes that read only what is kept or written once; all others wait. */
const UNHARMED: ReadonlySet<QueryName | ChangeName> = new Set([
  "probe",
  "readBacklog",
  "readKept",
  "readRemaking",
  "readAgreement",
  "readBaselines",
  "askRecompute",
  "readLogs",
  "readSpans",
  "readPoints",
  "setBaselines",
  "readHeardCard",
  "readCheckInWeeks",
  "readPendingCheckIn",
  "saveCheckIn",
  "acknowledgeAlert",
  "changeAlertRule",
  "deleteAlertRule",
  "listAlertRules",
  "listAlerts",
  "makeAlertRule",
  "testAlertRule",
  "listSchedules",
  "readSchedule",
  "listScheduleRuns",
  "nextFirings",
  "makeSchedule",
  "changeSchedule",
  "deleteSchedule",
  "runSchedule",
  "tryModel",
  "endModelTrial",
  "setBudgets",
  "setGuardrails",
  "renameLabel",
  "requestReport",
  "cancelReport",
  "findReport",
  "readReport",
  "readNewestReport",
  "listReports",
  "listAudit",
  "listReads",
  "recordReads",
  "recordExport",
  "readDeveloper",
  "listDevelopers",
  "readAccount",
  "listAccounts",
  "makeAccount",
  "changeAccount",
  "endAccount",
  "signInAccount",
  "signInProved",
  "listKeys",
  "makeKey",
  "nameDeveloper",
  "revokeKey",
  "rotateKey",
  "addPasskey",
  "listPasskeys",
  "readPasskeyPerson",
  "removePasskey",
  "renamePasskey",
  "signInWithPasskey",
  "linkAccount",
  "linkKey",
  "redeemSignInLink",
  "startSignIn",
  "recordFailedSignIn",
  "recordSettings",
  "endSignIn",
  "listSignIns",
  "endListedSignIn",
  "endOtherSignIns",
  "describeChat",
  "connectChat",
  "connectWebhook",
  "disconnectChat",
  "listChatChannels",
  "testChat",
  "listWebhooks",
  "makeWebhook",
  "deleteWebhook",
  "testWebhook",
  "describeEmail",
  "testEmail",
] as const);

/**
 * Puts itself before queries and changes.
 *
 * Rows are thrown away only while no server runs, so once they are all there nobody looks any more.
 *
 * @throws What is asked is refused with 503 until then.
 */
export function untilRemade({ queries, changes }: Asks): Asks {
  let isRemade = false;
  const refuseUntilRemade = async (name: QueryName | ChangeName): Promise<void> => {
    if (isRemade || UNHARMED.has(name)) return;
    const left = await queries(null).readRemaking(null);
    if (left !== null) throw beingRemade(left);
    isRemade = true;
  };
  return {
    queries: (keyId) =>
      queriesBy((name, asked) => refuseUntilRemade(name).then(() => queries(keyId)[name](asked))),
    changes: (by) => changesBy((name, asked) => refuseUntilRemade(name).then(() => changes(by)[name](asked))),
  };
}

function beingRemade({ records, sessions }: { records: number; sessions: number }): Refusal {
  return new Refusal(503, {
    detail:
      "This is being computed again from the stored records, as after an update: " +
      `${records} records and ${sessions} sessions are left. GET /v1/telemetry/logs answers meanwhile.`,
  });
}
