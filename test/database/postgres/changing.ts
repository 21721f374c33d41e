/** Every change that the program makes to its database, made to the seeded data. */
import * as audit from "../../../src/audit/audit-table.ts";
import * as auditSubjects from "../../../src/audit/subjects-table.ts";
import { forgetDerived } from "../../../src/appliance/rebuild/forget-derived.ts";
import * as examined from "../../../src/books/examined-table.ts";
import * as progress from "../../../src/books/progress-table.ts";
import * as goingOn from "../../../src/ingest/imports/going-on-table.ts";
import * as imports from "../../../src/ingest/imports/imports-table.ts";
import { listObject } from "../../../src/catalogue/table.ts";
import type { Database } from "../../../src/database/engine.ts";
import {
  emptyChangedDays,
  emptyEveryDay,
  emptyOthers,
  saveDay,
} from "../../../src/database/days/kept-days-table.ts";
import { saveRename } from "../../../src/database/labels/label-renames-table.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import * as passkeys from "../../../src/identity/passkeys/table.ts";
import * as userAccounts from "../../../src/identity/accounts/table.ts";
import * as developers from "../../../src/identity/developers/table.ts";
import * as links from "../../../src/identity/links/links-table.ts";
import * as signIns from "../../../src/identity/sign-ins/table.ts";
import * as keys from "../../../src/identity/keys/table.ts";
import { insertOrganization } from "../../../src/identity/organizations/table.ts";
import * as cards from "../../../src/insights/advisor/cards-table.ts";
import * as listedCards from "../../../src/insights/advisor/listed/listed-cards-table.ts";
import * as chat from "../../../src/insights/integrations/connections-table.ts";
import * as webhooks from "../../../src/insights/integrations/webhooks/webhooks-table.ts";
import * as limits from "../../../src/insights/governance/limits/limits-table.ts";
import * as chapters from "../../../src/insights/reports/chapters-table.ts";
import * as reports from "../../../src/insights/reports/reports-table.ts";
import * as alerts from "../../../src/insights/alerts/alerts-table.ts";
import * as keyDays from "../../../src/insights/alerts/finding/key-days-table.ts";
import * as messages from "../../../src/insights/alerts/messages/messages-table.ts";
import { readRules, replaceRules } from "../../../src/insights/alerts/rules/rules-table.ts";
import * as runs from "../../../src/insights/schedules/runs-table.ts";
import * as schedules from "../../../src/insights/schedules/schedules-table.ts";
import * as checkIns from "../../../src/insights/satisfaction/check-ins-table.ts";
import * as modelTrials from "../../../src/insights/rightsizing/trials/model-trials-table.ts";
import * as seen from "../../../src/insights/advisor/seen/seen-table.ts";
import * as votes from "../../../src/insights/advisor/votes/votes-table.ts";
import { keepNextDay } from "../../../src/insights/throttle/keep-days.ts";
import * as journal from "../../../src/insights/governance/journal-table.ts";
import { OWNED_TABLES } from "../../../src/insights/governance/owned-tables.ts";
import { endSignInsOfPerson } from "../../../src/identity/links/of-person-table.ts";
import * as person from "../../../src/insights/governance/person-table.ts";
import * as checkAnswers from "../../../src/rubric/trial/answers-table.ts";
import * as rejudgings from "../../../src/rubric/rejudging/rejudgings-table.ts";
import { awaitAgain } from "../../../src/rubric/rejudging/spread-table.ts";
import { saveTrial } from "../../../src/rubric/trial/trials-table.ts";
import { figuresOf } from "../../../src/rubric/trial/trial-figures.ts";
import * as ledger from "../../../src/judge/ledger-table.ts";
import * as accounts from "../../../src/metrics/accounts/accounts-table.ts";
import * as baselines from "../../../src/metrics/baselines/baselines-table.ts";
import { SHIPPED_VERSION } from "../../../src/metrics/baselines/baseline-versions.ts";
import * as jobs from "../../../src/database/jobs/job-table.ts";
import { takeNumber } from "../../../src/database/jobs/counters-table.ts";
import { RECOMPUTES } from "../../../src/metrics/baselines/recompute-table.ts";
import { recomputeNext } from "../../../src/metrics/baselines/recompute.ts";
import * as days from "../../../src/metrics/changed-days/score-days-table.ts";
import * as formulas from "../../../src/metrics/formulas-table.ts";
import { saveFlows } from "../../../src/metrics/table.ts";
import * as dirty from "../../../src/normaliser/dirty-table.ts";
import * as neighbours from "../../../src/normaliser/neighbours/neighbours-table.ts";
import { countNewDeveloper } from "../../../src/identity/developers/new-developers-table.ts";
import { saveParts } from "../../../src/normaliser/parts/parts-table.ts";
import { saveMoments } from "../../../src/normaliser/own-conversations/moments-table.ts";
import { forgetOlderSightings } from "../../../src/normaliser/rescore/forget-table.ts";
import { takeWindowOfFramesAside } from "../../../src/normaliser/rescore/frames-aside-table.ts";
import { forgetShape } from "../../../src/database/table.ts";
import * as rescore from "../../../src/normaliser/rescore/rescore-table.ts";
import { markSealed } from "../../../src/normaliser/rescore/sealed-table.ts";
import * as setAside from "../../../src/normaliser/set-aside-table.ts";
import { saveChunks } from "../../../src/normaliser/sightings/sightings-table.ts";
import * as normaliser from "../../../src/normaliser/table.ts";
import { PROMPT_DAYS } from "../../../src/rubric/days/days-table.ts";
import { keepPromptDays } from "../../../src/rubric/days/keep-prompt-days.ts";
import { saveAsked } from "../../../src/rubric/prompts/asked-table.ts";
import * as judgements from "../../../src/rubric/prompts/judgements-table.ts";
import { GivenKeys } from "../../../src/writer/upkeep/given-keys.ts";
import * as prompts from "../../../src/rubric/prompts/prompts-table.ts";
import * as waits from "../../../src/rubric/prompts/waits-table.ts";
import { blockOf } from "../../../src/scores/columns.ts";
import { KEPT_WORK } from "../../../src/scores/days/pack-days.ts";
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import { Measurer } from "../../../src/sessions/measurer.ts";
import { forgetEnding, readEndings } from "../../../src/sessions/endings-table.ts";
import * as saidOutcomes from "../../../src/turns/outcomes/said-table.ts";
import { findByWords } from "../../../src/database/words/find-by-words.ts";
import * as answers from "../../../src/catalogue/answer-texts-table.ts";
import { readFoundAnswers, readFoundSummaries } from "../../../src/insights/search/found-table.ts";
import { saveSummaryText, SUMMARY_TEXTS } from "../../../src/turns/titles/summary-texts-table.ts";
import * as titles from "../../../src/turns/titles/titles-table.ts";
import { measureAroundAgain } from "../../../src/sessions/classified/around-purged-table.ts";
import { forgetClosings, readClosings } from "../../../src/sessions/closings-table.ts";
import { saveOverride } from "../../../src/sessions/said/overrides-table.ts";
import { findDue, forgetDue } from "../../../src/turns/table.ts";
import { saveRepairs } from "../../../src/turns/turn-places-table.ts";
import { keepNextUsage } from "../../../src/spend/usage/keep-usage-days.ts";
import { USAGE_DAYS } from "../../../src/spend/usage/usage-days-table.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import * as arrivals from "../../../src/writer/arrivals/doubts-table.ts";
import * as objects from "../../../src/writer/upkeep/object-table.ts";
import * as upkeep from "../../../src/writer/upkeep/table.ts";
import { judgementFor } from "../../rubric/judgements.ts";
import { cardOf } from "../../insights/advisor/cards.ts";
import type { Landmarks } from "./landmarks.ts";
import { whose } from "./reading.ts";
import { idIn } from "../../../src/vocabulary/held-name.ts";
import { named } from "../../session-names.ts";

/** One change, by the name of the function; made in this order. */
export interface Change {
  name: string;
  change(database: Database, at: Landmarks): Promise<unknown>;
}

/** Called by preparing the tables, by measuring, or by a change of another name. */
export const INDIRECTLY = [
  "conditionsOf",
  "addRescore",
  "isUnexamined",
  "joinPositions",
  "saveExamined",
  "holdExamining",
  "createLedger",
  "recordShape",
  "createMoments",
  "createParts",
  "createSightings",
  "createTurnTables",
  "saveActivity",
  "saveRetries",
  "emptyTroubleDays",
  "saveAssembled",
  "saveCallHours",
  "saveCoverage",
  "saveLabels",
  "saveLooks",
  "noteClosings",
  "noteEndings",
  "saveMetrics",
  "savePrompts",
  "saveSpend",
  "emptyUsageDays",
  "emptyPromptDays",
  "emptyDays",
  "emptyTable",
  "deletionOf",
  "filteredSessions",
  "numbersOf",
  "emptyMetrics",
  "outdateKnownOf",
  "saveFormulasVersion",
  "dropTables",
];

const FAR = Number.MAX_SAFE_INTEGER;
const NOW = 1_790_000_000_000;
const ANSWERS = ["0".repeat(32), "1".repeat(32)];
const POSITION = { streamCreatedAt: "then", sequence: 7 };
const AMOUNT = { frames: 2, records: 3 };

function change(name: string, work: Change["change"]): Change {
  return { name, change: (database, at) => inTransaction(database, "full", (one) => work(one, at)) };
}

const DOUBT = {
  firstSequence: 1,
  lastSequence: null,
  reason: "before_build",
  comparedWith: NOW,
  beganAt: NOW - 1,
  endedAt: null,
  lookedAt: NOW,
  ranMs: 0,
  agreeing: 1,
  disagreeing: 0,
} as const;

const SIGN_IN = {
  id: "s",
  hash: "s",
  who: { keyId: "k" },
  createdAt: NOW,
  lastUsedAt: NOW,
  expiresAt: NOW,
  way: "key",
  client: "Firefox on Linux",
  address: "127.0.0.1",
} as const;
const ACCOUNT = {
  id: "account",
  email: "n@x.y",
  name: "Nina",
  role: "lead",
  labels: [{ name: "team.id", value: "platform" }],
  developerId: "new",
  createdAt: NOW,
  lastSignInAt: NOW,
  endedAt: null,
} as const;

const PASSKEY = {
  id: "passkey",
  accountId: "account",
  developerId: "new",
  credentialId: "credential",
  publicKey: "key",
  counter: 0,
  transports: ["internal"],
  name: "Phone",
  createdAt: NOW,
  lastUsedAt: null,
};

const LINK = {
  hash: "l",
  who: { keyId: "k" },
  madeBy: "k",
  createdAt: NOW,
  expiresAt: NOW + 1,
} as const;
const NEW_ONE = {
  id: "new",
  givenName: null,
  email: "n@x.y",
  userName: "new",
  fallbackName: "new",
  source: "bound",
};

const REPORT = {
  id: "r",
  from_ms: NOW - 1,
  to_ms: NOW,
  ends_now: 0,
  narrative: 0,
  status: "pending",
  done: 0,
  working_on: null,
  tries: 0,
  requested_at: NOW,
  ended_at: null,
} as const;

const AUDIT_ENTRY = {
  organization: "ours",
  number: 1,
  at: NOW,
  actorKind: "key",
  actor: "a",
  address: "place",
  action: "key_made",
  targetKind: "developer",
  target: "b",
  result: "done",
  details: "{}",
  previousHash: "none",
  hash: "first",
} as const;

const AUDIT_SUBJECT = { organization: "ours", kind: "developer", real: "ada", usedBy: "", at: NOW } as const;

export const CHANGES: Change[] = [
  change("savePosition", (db) => progress.savePosition(db, "remaking", POSITION)),
  change("forgetShape", (db) => forgetShape(db, "none")),
  change("examineAgainAfter", (db) => examined.examineAgainAfter(db, FAR)),
  change("forgetExamined", async (db) => {
    const position = await progress.readPosition(db, "normaliser");
    await examined.forgetExamined(db);
    if (position !== null) await progress.savePosition(db, "normaliser", position);
  }),
  change("advanceWhole", (db) => rescore.advanceWhole(db, "rare", { done: 1, total: 2 })),
  change("forgetPosition", (db) => progress.forgetPosition(db, "remaking")),
  change("addToBooks", (db) => progress.addToBooks(db, "purged", AMOUNT)),
  change("setInBooks", (db) => progress.setInBooks(db, "purged", AMOUNT)),
  change("savePublished", (db) => progress.savePublished(db, new Map([["one", AMOUNT]]))),
  change("saveHashes", (db) =>
    progress.saveHashes(db, { firstSequence: 99_999, newestAt: NOW, packed: Buffer.from("hash") }, 1),
  ),
  change("insertOrganization", (db) =>
    insertOrganization(db, { id: "new", name: "new", createdAt: NOW, secret: "s" }),
  ),
  change("saveRename", (db, { organization }) =>
    saveRename(db, organization, { name: "team.id", value: "a", shown_as: "b" }),
  ),
  change("insertDeveloper", (db, { organization }) =>
    developers.insertDeveloper(
      db,
      { ...NEW_ONE, organizationId: organization, source: "bound" },
      { kind: "user.email", value: "n@x.y" },
    ),
  ),
  change("updateDeveloper", (db) => developers.updateDeveloper(db, "new", { givenName: "New" })),
  change("redirectDeveloper", (db, { developer }) => developers.redirectDeveloper(db, "new", developer)),
  change("insertKey", (db, { organization }) =>
    keys.insertKey(db, {
      id: "k",
      organizationId: organization,
      hash: "h",
      name: "n",
      role: "member",
      developerId: "new",
      scopes: ["ingest"],
      createdAt: NOW,
      lastUsedAt: null,
      endsAt: NOW + 1,
      revokedAt: null,
    }),
  ),
  change("insertSignIn", async (db) => {
    await signIns.insertSignIn(db, SIGN_IN);
    await signIns.insertSignIn(db, { ...SIGN_IN, id: "t", hash: "t", who: { accountId: "a" } });
  }),
  change("insertLink", async (db) => {
    await links.insertLink(db, LINK);
    await links.insertLink(db, { ...LINK, hash: "m", who: { accountId: "a" }, madeBy: null });
  }),
  change("takeLink", (db) => links.takeLink(db, { hash: "l", now: NOW })),
  change("deleteLinksOf", (db) => links.deleteLinksOf(db, { accountId: "a" })),
  change("deleteExpiredLinks", (db) => links.deleteExpiredLinks(db, NOW + 2)),
  change("endSignInsOfPerson", (db) => endSignInsOfPerson(db, { keys: ["k"], developers: ["new"] })),
  change("deleteOldestSignIns", (db) => signIns.deleteOldestSignIns(db, { who: { keyId: "k" }, keep: 0 })),
  change("updateSignInUse", (db) => signIns.updateSignInUse(db, { id: "s", at: NOW + 1 })),
  change("insertAccount", (db, { organization }) =>
    userAccounts.insertAccount(db, { ...ACCOUNT, organizationId: organization }),
  ),
  change("updateAccount", (db, { organization }) =>
    userAccounts.updateAccount(db, {
      ...ACCOUNT,
      organizationId: organization,
      name: "Nora",
      role: "admin",
      lastSignInAt: NOW,
      endedAt: NOW,
    }),
  ),
  change("takePlace", (db) => audit.takePlace(db, "ours")),
  change("insertEntry", async (db) => {
    await audit.insertEntry(db, AUDIT_ENTRY);
    await audit.takePlace(db, "ours");
    await audit.insertEntry(db, { ...AUDIT_ENTRY, number: 2, at: NOW + 1, hash: "second" });
  }),
  change("removeEntries", (db) =>
    audit.removeEntries(db, { organization: "ours", number: 1, hash: "first" }),
  ),
  change("idOfSubject", async (db) => [
    await auditSubjects.idOfSubject(db, AUDIT_SUBJECT, "a"),
    await auditSubjects.idOfSubject(db, { ...AUDIT_SUBJECT, at: NOW - 1 }, "other"),
    await auditSubjects.idOfSubject(db, { ...AUDIT_SUBJECT, kind: "address", usedBy: "a" }, "place"),
    await auditSubjects.idOfSubject(db, { ...AUDIT_SUBJECT, real: "bob" }, "b"),
  ]),
  change("forgetSubjects", (db) => auditSubjects.forgetSubjects(db, { kind: "developer", reals: ["ada"] })),
  change("forgetUnnamed", (db) => auditSubjects.forgetUnnamed(db, { organization: "ours", before: NOW + 1 })),
  change("insertPasskey", (db, { organization }) =>
    passkeys.insertPasskey(db, { ...PASSKEY, organizationId: organization }),
  ),
  change("updatePasskey", (db, { organization }) =>
    passkeys.updatePasskey(db, { ...PASSKEY, organizationId: organization, counter: 1, lastUsedAt: NOW }),
  ),
  change("deletePasskey", (db) => passkeys.deletePasskey(db, "passkey")),
  change("deletePasskeysOf", (db) => passkeys.deletePasskeysOf(db, "account")),
  change("deleteSignIn", (db) => signIns.deleteSignIn(db, "s")),
  change("deleteSignInsOf", (db) => signIns.deleteSignInsOf(db, { accountId: "a" })),
  change("deleteExpiredSignIns", (db) => signIns.deleteExpiredSignIns(db, NOW)),
  change("updateLastUsed", (db) => keys.updateLastUsed(db, [{ keyId: "k", at: NOW }])),
  change("revokeKeys", (db) => person.revokeKeys(db, { keys: ["k"], developers: ["new"], now: NOW })),
  change("updateRevoked", (db) => keys.updateRevoked(db, "k", NOW)),
  change("updateEnd", (db) => keys.updateEnd(db, "k", NOW)),
  change("deleteKey", (db) => keys.deleteKey(db, "k")),
  change("addBaselineVersion", (db, { organization, window }) =>
    baselines.addBaselineVersion(db, {
      organization,
      source: "set",
      learnedFrom: null,
      createdAt: NOW,
      inForceFrom: window.from,
      baselines: SHIPPED_VERSION.baselines,
    }),
  ),
  change("takeNumber", (db) => takeNumber(db, "something else")),
  change("addJob", (db, { window: { organization, from, to } }) =>
    jobs.addJob(db, RECOMPUTES, {
      id: "a",
      organization,
      from_ms: from,
      to_ms: to,
      baseline_version: 1,
      requested_at: NOW,
      status: "pending",
      done: 0,
      total: 9,
      after_start: null,
      after_sub_session: null,
    }),
  ),
  change("changeJob", (db) =>
    jobs.changeJob(db, RECOMPUTES, { where: { id: "a", done: 0 }, set: { status: "running" } }),
  ),
  { name: "saveAccounted", change: (database) => recomputeNext(database) },
  change("saveTurnsOf", async (db, { subSessions }) => {
    const [row = never()] = await readSorted(db, subSessions);
    await accounts.saveTurnsOf(db, [{ row, turns: "[]" }]);
    return readSorted(db, subSessions);
  }),
  change("saveAccounts", async (db, { organization, names, subSessions }) => {
    const before = await accounts.findAccountsOf(db, organization, names);
    const rows = await readSorted(db, subSessions);
    const [changed = never(), , ...others] = rows.map(({ stamp: _before, ...row }) => row);
    return accounts.saveAccounts(db, before, [
      { ...changed, developer: "new" },
      { ...changed, sub_session: "added", turns: "[]", known: null, known_until: null },
      ...others,
    ]);
  }),
  change("forgetKnown", async (db) => [
    await accounts.forgetKnown(db, NOW * 2),
    await accounts.forgetKnown(db, NOW * 2),
  ]),
  change("measureAroundAgain", async (db, at) => {
    const { organization, names, developers } = at;
    await measureAroundAgain(db, { organization, sessions: names.slice(0, 1), developers: ["nobody"] });
    await measureAroundAgain(db, { organization, sessions: names, developers });
    return dirty.findDirty(db, 99);
  }),
  change("forgetEarlierFormulas", async (db) => {
    await formulas.beginFormulas(db, { version: "2026.12", until: NOW });
    await formulas.forgetEarlierFormulas(db);
  }),
  change("beginFormulas", (db) => formulas.beginFormulas(db, { version: "2027.1", until: NOW })),
  change("saveRepairs", (db, { sessions }) =>
    saveRepairs(
      db,
      sessions.flatMap((session) => [true, false].map((repair, turn) => ({ ...session, turn, repair }))),
    ),
  ),
  change("saveDay", async (db, { organization, developer, metrics: [first] }) => {
    const day = { organization, developer, day: Math.floor((first?.started_at ?? 0) / DAY), changes: 1 };
    await saveDay(db, KEPT_WORK, { ...day, added: blockOf([]) });
    await saveDay(db, KEPT_WORK, { ...day, day: 0, added: null });
  }),
  { name: "keepOpenDays", change: keepSomeDays },
  change("emptyChangedDays", (db, { organization, metrics: [first] }) =>
    emptyChangedDays(db, USAGE_DAYS, [{ organization, at: first?.started_at ?? 0 }]),
  ),
  { name: "keepOpenDays", change: keepSomeDays },
  change("emptyEveryDay", async (db, { organization }) => {
    await emptyEveryDay(db, USAGE_DAYS, organization);
    await emptyEveryDay(db, PROMPT_DAYS, null);
  }),
  change("emptyOthers", (db) => emptyOthers(db, { table: days.SCORE_DAYS, packedBy: "others" })),
  change("saveFlows", (db, { subSessions }) => saveFlows(db, new Map(subSessions.map((id) => [id, 12.5])))),
  change("emptyDaysOf", (db, { organization, names }) =>
    days.emptyDaysOf(db, { organization, sessions: names }),
  ),
  change("insertWait", (db, at) => waits.insertWait(db, firstJudged(at), WAIT)),
  change("showFailure", (db, at) => prompts.showFailure(db, firstJudged(at))),
  change("deleteWait", (db, at) => waits.deleteWait(db, firstJudged(at))),
  change("insertWait", (db, at) => waits.insertWait(db, lastJudged(at), WAIT)),
  change("insertJudgement", (db, at) => judgements.insertJudgement(db, firstJudged(at), JUDGEMENT)),
  change("showMarks", (db, at) => prompts.showMarks(db, firstJudged(at), JUDGEMENT)),
  change("showContent", (db, at) => prompts.showContent(db, { id: at.prompts[0]?.id ?? "none" }, "asked")),
  change("saveAsked", (db, at) => {
    const [{ organization, session, prompt } = never()] = at.prompts;
    return saveAsked(db, { organization, session, prompt, content: "asked" });
  }),
  change("markDirty", (db, { sessions }) =>
    dirty.markDirty(
      db,
      sessions.map((session, index) => ({ ...session, sequence: index })),
    ),
  ),
  { name: "saveMetrics", change: measureAll },
  change("giveJudgements", (db, at) =>
    judgements.giveJudgements(db, { ...firstJudged(at), session: named("another") }),
  ),
  change("markDirty", (db, { sessions }) =>
    dirty.markDirty(
      db,
      sessions.map((session, index) => ({ ...session, sequence: index })),
    ),
  ),
  change("markSealed", (db) => markSealed(db)),
  change("clearDirty", async (db) => dirty.clearDirty(db, await dirty.findDirty(db, 2))),
  change("forgetDue", async (db) => forgetDue(db, await findDue(db, Number.MAX_SAFE_INTEGER, 2))),
  change("saveSigns", (db, { signs }) => neighbours.saveSigns(db, [...signs, ...signs.map(later)])),
  change("deleteUnnamedSigns", (db, { organization, key }) =>
    neighbours.deleteUnnamedSigns(db, { organization, keys: [key] }),
  ),
  ...[1, 2].map((size) =>
    change("saveParts", (db, { organization, names }) =>
      saveParts(db, organization, {
        begun: [{ session: named(`part ${size}`), from: { sequence: 9, frame: 0, record: size } }],
        added: names.map((name) => ({ session: name, signal: "logs", size, countedTo: 9 })),
      }),
    ),
  ),
  ...[1, 2].map(() =>
    change("countNewDeveloper", (db, { organization, key }) =>
      countNewDeveloper(db, { organizationId: organization, keyId: key, now: NOW }),
    ),
  ),
  change("saveMoments", (db, { moments }) => saveMoments(db, [...moments, ...moments.map(later)])),
  change("setSessionsAside", (db, { sessions }) =>
    setAside.setSessionsAside(
      db,
      sessions.map((session) => ({ ...session, reason: "it died", version: "1", at: NOW })),
    ),
  ),
  change("forgetSetAside", (db, { organization, session }) =>
    setAside.forgetSetAside(db, organization, [session]),
  ),
  change("retrySetAside", (db) => setAside.retrySetAside(db, "2")),
  change("saveChunks", (db, { organization, session }) =>
    saveChunks(db, [
      { organization, scope: `s:${session}`, sequence: 1, instance: null, pass: 1, sightings: [] },
    ]),
  ),
  change("saveLinks", (db, { scopes, organization }) =>
    normaliser.saveLinks(db, [...scopes, { organization, scope: "t:new", session: named("new") }]),
  ),
  change("saveSessions", async (db, { organization, names }) =>
    normaliser.saveSessions(
      db,
      (await normaliser.readSessions(db, organization, names)).map((facts) => ({ ...facts, version: "9" })),
    ),
  ),
  change("saveOverride", (db, { organization, session }) =>
    saveOverride(db, {
      organization,
      session,
      promptEventId: "p",
      action: "split",
      note: "two tasks",
      actorId: "k",
      saidAt: NOW,
    } as Parameters<typeof saveOverride>[1]),
  ),
  change("saveSaidOutcome", async (db, { organization, session, subSessions }) => {
    const said = { organization, session, note: "half of it", key: "k", said_at: NOW };
    for (const outcome of ["partly", "reached"] as const)
      for (const id of subSessions)
        await saidOutcomes.saveSaidOutcome(db, { ...said, sub_session: id, outcome });
    const read = await saidOutcomes.readSaidOutcomes(db, subSessions);
    return subSessions.map((id) => read.get(id));
  }),
  change("forgetSaidOutcome", async (db, { organization, session, subSessions: [id = ""] }) => {
    const said = { organization, session, note: null, key: "k", said_at: NOW };
    await saidOutcomes.saveSaidOutcome(db, { ...said, sub_session: id, outcome: "reached" });
    await saidOutcomes.forgetSaidOutcome(db, id);
    return [...(await saidOutcomes.readSaidOutcomes(db, [id]))];
  }),
  change("forgetClosings", async (db) => forgetClosings(db, await readClosings(db, 1))),
  change("forgetEnding", async (db, at) => {
    await forgetEnding(db, at);
    return readEndings(db, 9);
  }),
  change("saveSummary", async (db, { organization, session, subSessions }) => {
    const words = { title: "Title", summary: "Summary.", model: "m", written_at: NOW };
    const titlesOf = subSessions.map((id) => ({ sub_session: id, organization, session, title: id }));
    await titles.saveSummary(db, { organization, session, state: "a", ...words }, titlesOf);
    await titles.saveSummary(db, { organization, session, state: "b", ...words }, titlesOf.slice(1));
    return [
      await titles.readSummary(db, organization, session),
      await titles.readSubSessionTitles(db, subSessions),
    ];
  }),
  change("saveSummaryText", async (db, { organization, session, everybody }) => {
    const words = { title: "A zebra", summary: "It ran.", model: "m", written_at: NOW };
    const row = { organization, session, state: "a", ...words };
    await saveSummaryText(db, { ...row, title: "A horse" }, []);
    await saveSummaryText(db, row, ["Mend the fence"]);
    const asked = {
      ...everybody,
      beginning: "fen",
      from: 0,
      to: NOW + 1,
      upTo: Number.MAX_SAFE_INTEGER,
      limit: 9,
    };
    const finds = (words: string[]) => findByWords(db, SUMMARY_TEXTS, { ...asked, words });
    const found = await finds(["zebra", "ran"]);
    const ids = found.map(({ id }) => id);
    return [found, await finds(["horse"]), await readFoundSummaries(db, { ...everybody, to: NOW + 1 }, ids)];
  }),
  change("saveAnswerTexts", async (db, { organization, session, everybody }) => {
    const answer = { organization, session, answered_at: NOW, signal: "logs" as const, prompt: "p" };
    const said = ANSWERS.map((id) => ({ ...answer, id, text: `A zebra ran ${id}.` }));
    await answers.saveAnswerTexts(db, said, 7);
    await answers.saveAnswerTexts(db, said, 8);
    return readFoundAnswers(db, { ...everybody, to: NOW + 1 }, ANSWERS);
  }),
  change("saveAnswerOwners", async (db, { organization, session, developer, everybody }) => {
    await answers.saveAnswerOwners(db, [{ organization, session, developer }]);
    return readFoundAnswers(db, { ...everybody, to: NOW + 1 }, ANSWERS);
  }),
  change("forgetAnswerTexts", async (db, { organization, everybody }) => {
    const file = { organization, signal: "logs" as const, firstSequence: 7, lastSequence: 7 };
    await answers.forgetAnswerTexts(db, file);
    return readFoundAnswers(db, { ...everybody, to: NOW + 1 }, ANSWERS);
  }),
  change("insertCard", async (db, at) => {
    await cards.insertCard(db, cardFor(at));
    await cards.insertCard(db, { ...cardFor(at), title: "another" });
    return listedCards.readCardsPage(db, { ...at.some, to: NOW + 1 }, { limit: 9, after: null });
  }),
  change("saveVote", async (db, at) => {
    const { organization, session, developer } = at;
    const voter = { organization, session, developer, comment: "said before", said_at: NOW };
    await votes.saveVote(db, { ...voter, card: "c", vote: "down" });
    return [await votes.readVotes(db, ["c"]), await votes.readVotedDown(db, { organization, since: NOW })];
  }),
  change("saveSeen", async (db, { organization, developer }) => {
    const row = { organization, developer, advice: "plan_first", first_seen_at: NOW, shown_at: NOW };
    await seen.saveSeen(db, { ...row, tried_at: NOW });
    await seen.saveSeen(db, { ...row, first_seen_at: NOW + 1, shown_at: NOW + 1, tried_at: null });
    return seen.readSeen(db, { organization, developers: [developer] });
  }),
  change("saveModelTrial", async (db, { organization }) => {
    const row = { organization, recommendation: "r", change: "{}", begun_at: NOW };
    await modelTrials.saveModelTrial(db, row);
    await modelTrials.saveModelTrial(db, { ...row, begun_at: NOW + 1 });
    return modelTrials.readModelTrialRows(db, organization);
  }),
  change("deleteModelTrial", async (db, { organization }) => {
    const trial = { organization, recommendation: "r" };
    await modelTrials.saveModelTrial(db, { ...trial, change: "{}", begun_at: NOW });
    return [await modelTrials.deleteModelTrial(db, trial), await modelTrials.deleteModelTrial(db, trial)];
  }),
  change("replaceConnection", async (db, { organization }) => {
    await chat.replaceConnection(db, connectionOf(organization));
    await chat.replaceConnection(db, { ...connectionOf(organization), team_name: "Team" });
    return chat.selectConnections(db, organization);
  }),
  change("updateUse", async (db, { organization }) => {
    const row = connectionOf(organization);
    await chat.replaceConnection(db, row);
    await chat.updateUse(db, row, {
      worked_at: NOW,
      problem_kind: "rejected",
      problem: "no",
      problem_at: NOW,
    });
    return chat.selectConnections(db, organization);
  }),
  change("deleteConnections", async (db, { organization }) => {
    await chat.replaceConnection(db, connectionOf(organization));
    await chat.deleteConnections(db, organization);
    return chat.selectConnections(db, organization);
  }),
  change("insertWebhook", async (db, { organization }) => {
    await webhooks.insertWebhook(db, webhookOf(organization));
    return webhooks.selectWebhooks(db, organization);
  }),
  change("updateWebhook", async (db, { organization }) => {
    await webhooks.updateWebhook(db, webhookOf(organization), {
      worked_at: NOW,
      problem: "no",
      problem_at: NOW,
    });
    return webhooks.selectWebhooks(db, organization);
  }),
  change("deleteWebhook", async (db, { organization }) => {
    await webhooks.deleteWebhook(db, webhookOf(organization));
    return webhooks.selectWebhooks(db, organization);
  }),
  change("replaceLimits", async (db, { organization }) => {
    const row = { organization, kind: "budgets", rules: "[]", set_at: NOW } as const;
    await limits.replaceLimits(db, row);
    await limits.replaceLimits(db, { ...row, rules: "[1]" });
    return limits.readLimits(db, row);
  }),
  change("replaceRules", async (db, { organization }) => {
    await replaceRules(db, organization, { rules: [], now: NOW });
    await replaceRules(db, organization, { rules: [], now: NOW + 1 });
    return readRules(db, organization);
  }),
  change("insertAlert", async (db, at) => {
    for (const id of ["a", "b"]) await alerts.insertAlert(db, alertFor(at, id));
    return alerts.readOpenAlerts(db, at.organization);
  }),
  change("updateAlert", async (db, { organization }) => {
    await alerts.updateAlert(db, "a", { state: "acknowledged", acknowledged_at: NOW });
    return alerts.findAlert(db, { organization, id: "a" });
  }),
  change("closeOfRule", async (db, { organization }) => {
    await alerts.closeOfRule(db, { organization, rule: "backup" }, NOW);
    return alerts.countAlerts(db, { organization, isClosed: true });
  }),
  change("deleteClosedBefore", async (db, { organization }) => {
    await alerts.deleteClosedBefore(db, organization, NOW + 1);
    return alerts.countAlerts(db, { organization, isClosed: null });
  }),
  change("deleteEndedBefore", async (db, { organization }) => {
    const ended = {
      id: "m",
      organization,
      place: "{}",
      send_at: NOW,
      ended_at: NOW,
      status: "completed",
    } as const;
    const empty = { changes: "[]", deliveries: "[]" };
    await jobs.addJob(db, messages.ALERT_MESSAGES, { ...ended, ...empty });
    const kept = { ...ended, ...empty, id: "kept", status: "waiting" } as const;
    await jobs.addJob(db, messages.ALERT_MESSAGES, kept);
    const failed = { status: "failed", reason: "no", ended_at: NOW + 2 } as const;
    await jobs.changeJob(db, messages.ALERT_MESSAGES, { where: { id: kept.id }, set: failed });
    await messages.deleteEndedBefore(db, organization, NOW + 1);
    return messages.readSentTimes(db, { organization, place: "{}" }, 0);
  }),
  change("deleteMessages", async (db, { organization }) => {
    const sent = { organization, place: "{}", send_at: NOW, ended_at: NOW, status: "completed" } as const;
    const row = { ...sent, id: "m1", changes: "[]", deliveries: "[]" };
    await jobs.addJob(db, messages.ALERT_MESSAGES, row);
    await messages.deleteMessages(db, ["m1"]);
    return messages.readMessages(db, organization);
  }),
  change("noteKeyDays", async (db, { organization }) => {
    const days = [1, 2].map((day) => ({ organization, key: "k", day }));
    for (const again of [days, days]) await keyDays.noteKeyDays(db, again);
    return keyDays.readKeyDays(db, organization);
  }),
  change("deleteKeyDaysBefore", async (db, { organization }) => {
    await keyDays.deleteKeyDaysBefore(db, organization, 2);
    return keyDays.readKeyDays(db, organization);
  }),
  change("insertSchedule", async (db, at) => {
    await schedules.insertSchedule(db, scheduleFor(at));
    return schedules.readSchedules(db, at.organization);
  }),
  change("updateSchedule", async (db, { organization }) => {
    await schedules.updateSchedule(db, "s", { name: "another" });
    return schedules.findSchedule(db, { organization, id: "s" });
  }),
  change("addJob", async (db, at) => {
    for (const id of ["r1", "r2"]) await jobs.addJob(db, runs.SCHEDULE_RUNS, { ...runFor(at), id });
    return runs.readRuns(db, "s", { limit: 9, after: { startedAt: NOW, id: "r2" } });
  }),
  change("changeJob", async (db) => {
    const before = await schedules.readDueSchedules(db, NOW, 9);
    for (const id of ["r1", "r2"])
      await jobs.changeJob(db, runs.SCHEDULE_RUNS, {
        where: { id },
        set: { ended_at: NOW + 1, reason: "why", report: "r" },
      });
    return [
      before,
      await jobs.readOpenJobs(db, runs.SCHEDULE_RUNS),
      await schedules.readDueSchedules(db, NOW, 9),
    ];
  }),
  change("deleteRuns", async (db) => {
    await runs.deleteRuns(db, ["r1"]);
    return runs.countRuns(db, "s");
  }),
  change("deleteSchedule", async (db) => {
    await schedules.deleteSchedule(db, "s");
    return jobs.readJob(db, runs.SCHEDULE_RUNS, "r2");
  }),
  change("replaceCheckIn", async (db, { organization, developer }) => {
    const row = { organization, developer, week: NOW, score: 4, comment: "slow", answered_at: NOW };
    await checkIns.replaceCheckIn(db, row, [developer]);
    await checkIns.replaceCheckIn(db, { ...row, score: 2 }, [developer]);
    return checkIns.readCheckIns(db, { organization, from: NOW, to: NOW + 1 });
  }),
  change("addJob", (db, { organization, developer }) =>
    jobs.addJob(db, reports.REPORTS, { ...REPORT, organization, developer, labels: "[]" }),
  ),
  change("addChapter", async (db, { organization, developer }) => {
    const row = {
      report: "r",
      organization,
      developer,
      step: "scores",
      content: "{}",
      made_at: NOW,
    } as const;
    await chapters.addChapter(db, row);
    return [...(await chapters.readChapters(db, "r"))];
  }),
  change("changeJob", async (db) => {
    const changed = await jobs.changeJob(db, reports.REPORTS, {
      where: { id: "r", done: 0 },
      set: { status: "cancelled", reason: "why", working_on: "scores", ended_at: NOW },
    });
    return [changed, await jobs.nextJob(db, reports.REPORTS)];
  }),
  change("dropChapters", (db) => chapters.dropChapters(db, "r")),
  change("deleteReport", (db) => reports.deleteReport(db, "r")),
  change("saveRewrite", async (db) => {
    await cards.saveRewrite(db, "c", "Better");
    return cards.readUnpublished(db, 9);
  }),
  change("markPublished", async (db) => {
    await cards.markPublished(db, ["c"], NOW);
    return cards.readUnpublished(db, 9);
  }),
  change("deleteVotes", (db, { developer }) => votes.deleteVotes(db, { card: "c", voters: [developer] })),
  change("saveLastArrival", (db) => arrivals.saveLastArrival(db, NOW)),
  change("saveDoubt", (db) => arrivals.saveDoubt(db, DOUBT)),
  change("planObject", (db) => upkeep.planObject(db, "plan")),
  change("endPlan", (db) => upkeep.endPlan(db, "plan")),
  change("noteRemoved", (db) => upkeep.noteRemoved(db, ["gone", "also gone"], NOW)),
  change("forgetRemoved", (db) => upkeep.forgetRemoved(db, ["gone"])),
  change("noteDamage", (db, { object }) =>
    upkeep.noteDamage(db, [
      { objectKey: object, offset: 0, kind: "corrupt", reason: "r" },
      { objectKey: object, offset: 1, kind: "set_aside", reason: "r" },
    ]),
  ),
  change("takeWindowOfFramesAside", (db) => takeWindowOfFramesAside(db, "2")),
  change("takeUnlogged", (db) => upkeep.takeUnlogged(db)),
  change("forgetFramesAside", (db, { object }) => upkeep.forgetFramesAside(db, [object])),
  change("forgetDamage", (db, { object }) => upkeep.forgetDamage(db, [object])),
  change("sealSessions", (db, { organization, names: [first = named("none")] }) =>
    upkeep.sealSessions(db, { organization, sessions: [idIn(first)], sealedAt: NOW }),
  ),
  change("createJudgingIndexes", (db) => prompts.createJudgingIndexes(db)),
  change("freeKey", async (db, { object }) => {
    const known = await objects.readObject(db, object);
    return known === null ? null : objects.freeKey({ database: db, givenKeys: new GivenKeys() }, known);
  }),
  change("unlistObjects", (db, { objects: [, second = ""] }) => objects.unlistObjects(db, [second])),
  change("replaceObjects", async (db, { object }) => {
    const known = await objects.readObject(db, object);
    if (known !== null)
      await objects.replaceObjects(db, { removed: [object], added: [{ ...known, key: "joined" }] });
  }),
  change("listObject", async (db) => {
    const known = await objects.readObject(db, "joined");
    if (known !== null) await listObject(db, { ...known, key: "twin" });
  }),
  change("saveImported", (db, at) =>
    imports.saveImported(db, { organization: at.organization, hashes: ["h"] }),
  ),
  change("insertImport", async (db, at) => {
    const begun = { organization: at.organization, keyId: "importing", beganAt: 0 };
    for (const id of ["first", "second"]) await goingOn.insertImport(db, { ...begun, id });
  }),
  change("deleteImport", (db) => goingOn.deleteImport(db, { keyId: "importing", id: "second" })),
  change("saveTrial", async (db) => {
    const trial = {
      model: "small",
      rubricVersion: "1",
      promptsVersion: "1",
      triedAt: NOW,
      figures: figuresOf([], [new Map()]),
      inputTokens: 1,
      outputTokens: 1,
      cost: null,
      seconds: 1,
    };
    await saveTrial(db, trial);
    await saveTrial(db, { ...trial, triedAt: NOW + 1 });
  }),
  change("saveAnswer", async (db) => {
    const answer = {
      prompt: "p",
      startedAt: NOW,
      outcome: { ok: false, problem: { kind: "refused" } },
    } as const;
    await checkAnswers.saveAnswer(db, { model: "small", endpoint: "there" }, answer);
    await checkAnswers.saveAnswer(db, { model: "small", endpoint: "there" }, answer);
  }),
  change("forgetAnswers", (db) => checkAnswers.forgetAnswers(db)),
  change("insertRejudging", async (db, { organization }) => {
    const spreading = { spread_to: null, spread_id: null, spread_at: null };
    const times = { from_at: 0, to_at: NOW, asked_at: NOW };
    const wish = { organization, ...times, model: "small", rubric_version: "2", prompts: 1, ...spreading };
    await rejudgings.insertRejudging(db, { ...wish, id: "one" });
    await rejudgings.insertRejudging(db, { ...wish, id: "two" });
  }),
  change("saveSpread", async (db) => {
    await rejudgings.saveSpread(db, "two", { spread_to: 1, spread_id: "p" });
    await rejudgings.saveSpread(db, "two", { spread_at: NOW });
  }),
  change("awaitAgain", (db) => awaitAgain(db, ["none"])),
  change("saveCalls", async (db, { organization }) => {
    const call = {
      id: "first",
      at: NOW,
      organization,
      purpose: "rubric",
      model: "small",
      end: "answered",
      inputTokens: 3,
      outputTokens: 1,
      cost: 7,
      latencyMs: 20,
    } as const;
    await ledger.saveCalls(db, [call, { ...call, id: "second", cost: null }]);
    const late = { ...call, id: "third", end: "timed_out", inputTokens: 0, outputTokens: 0 } as const;
    await ledger.saveCalls(db, [call, late]);
    return ledger.readMonth(db, NOW);
  }),
  change("savePurge", (db, { organization, developers: ids }) =>
    journal.savePurge(db, {
      id: "p",
      organization,
      developers: ids,
      keys: [],
      sessions: [],
      purgedAt: NOW,
      scannedThrough: 1,
      streamedThrough: 7,
      done: false,
    }),
  ),
  change("reopenPurges", (db) => journal.reopenPurges(db)),
  change("unlistSessions", (db, { within, names }) =>
    person.unlistSessions(db, { ...within, ids: names.map(idIn) }),
  ),
  change("deleteSightings", (db, { organization, scopes: [first] }) =>
    person.deleteSightings(db, { organization, ids: [first?.scope ?? "none"] }),
  ),
  change("deleteSigns", (db, { organization, key }) =>
    person.deleteSigns(db, { organization, ids: [key], until: NOW }),
  ),
  change("forgetOlderSightings", async (db) => {
    const forgotten = await forgetOlderSightings(db, { first: 0, last: 3 }, 1);
    return forgotten.map(({ scope }) => scope).toSorted();
  }),
  change("forgetSightings", (db) => forgetDerived(db)),
  change("deleteRows", async (db, at) => {
    for (const table of OWNED_TABLES) await person.deleteRows(db, table, whose(at));
  }),
  change("unnameDevelopers", (db) => person.unnameDevelopers(db, ["new"])),
  change("deleteUnnamed", (db) => person.deleteUnnamed(db, ["new"])),
];

const WAIT = { tries: 2, nextTryAt: NOW, reason: "refused" } as const;
const JUDGEMENT = judgementFor("Add a flag.", { model: "m" });

/** The first prompt that can be judged, by what is judged of it. */
function firstJudged({ prompts: rows }: Landmarks): judgements.Judged {
  return judgedIn(rows);
}

function lastJudged({ prompts: rows }: Landmarks): judgements.Judged {
  return judgedIn(rows.toReversed());
}

function judgedIn(rows: Landmarks["prompts"]): judgements.Judged {
  for (const { organization, session, content } of rows)
    if (content !== null) return { organization, session, content };
  return never();
}

function never(): never {
  throw new Error("the seeded data has no such row");
}

async function readSorted(
  database: Database,
  subSessions: readonly string[],
): Promise<accounts.AccountRow[]> {
  const rows = await accounts.readAccounts(database, subSessions);
  return rows.toSorted((one, other) => (one.sub_session < other.sub_session ? -1 : 1));
}

/** Measures every session that is marked, as the program does. */
async function keepSomeDays(database: Database): Promise<number[]> {
  const now = 99_999 * DAY;
  const trouble = Number(await keepNextDay(database, now));
  return [await keepNextUsage(database, now), await keepPromptDays(database, now), trouble];
}

async function measureAll(database: Database): Promise<number> {
  const prices = loadPrices({ pricesFile: null });
  const measurer = new Measurer({ database, clock: () => NOW, prices, outages: () => [] });
  let measured = 0;
  for (let more = true; more;) {
    const round = await measurer.round();
    measured += round.measured;
    more = round.measured > 0 && round.more;
  }
  if (measured === 0) throw new Error("nothing was measured");
  return measured;
}

function later<Timed extends { at: number }>(timed: Timed): Timed {
  return { ...timed, at: timed.at + 1 };
}

function cardFor({ organization, session, developer, prompts: [first] }: Landmarks): cards.CardRow {
  const { sub_session = "none", prompt = "none" } = first ?? {};
  const named = { id: "c", session, sub_session, prompt };
  return cardOf({ organization, developer, ...named, created_at: NOW });
}

function alertFor({ organization, developer }: Landmarks, id: string): alerts.AlertRow {
  return {
    id,
    organization,
    rule: "backup",
    kind: "backup",
    subject: id,
    developer,
    threshold: 7,
    facts: "{}",
    state: "open",
    is_closed: 0,
    opened_at: NOW,
    acknowledged_at: null,
    closed_at: null,
  };
}

function scheduleFor({ organization, developer }: Landmarks): schedules.ScheduleRow {
  return {
    id: "s",
    organization,
    name: "weekly",
    cron: "0 8 * * 1",
    timezone: "UTC",
    period: "week",
    developer,
    labels: "[]",
    narrative: 1,
    destinations: "[]",
    created_at: NOW,
    next_run_at: NOW,
    counted_from: NOW,
  };
}

function runFor({ organization, developer }: Landmarks): jobs.NewJob<typeof runs.SCHEDULE_RUNS> {
  return {
    id: "r",
    schedule: "s",
    organization,
    developer,
    labels: "[]",
    trigger: "schedule",
    due_at: NOW,
    started_at: NOW,
    ended_at: null,
    window_from: NOW - 1,
    window_to: NOW,
    narrative: 1,
    status: "reporting",
    report: null,
    deliveries: "[]",
  };
}

function connectionOf(organization: string): chat.ConnectionRow {
  return {
    organization,
    kind: "app",
    sealed: "1.sealed",
    team_id: "T1",
    team_name: null,
    scopes: "[]",
    connected_at: NOW,
    connected_by: "key",
    worked_at: null,
    problem_kind: null,
    problem: null,
    problem_at: null,
  };
}

function webhookOf(organization: string): webhooks.WebhookRow {
  return {
    id: "w",
    organization,
    name: "Pager",
    origin: "https://hooks.example.com",
    sealed: "1.sealed",
    created_at: NOW,
    created_by: "key",
    worked_at: null,
    problem: null,
    problem_at: null,
  };
}
