/** Every question that the program asks of its database, asked of the seeded data. */
import { OWNED_TABLES } from "../../../src/insights/governance/owned-tables.ts";
import * as ownNotes from "../../../src/insights/own-data/reading/own-notes-table.ts";
import * as ownRows from "../../../src/insights/own-data/reading/own-rows-table.ts";
import { findWhoseData, type WhoseData } from "../../../src/insights/own-data/whose-data.ts";
import * as facts from "../../../src/insights/own-data/reading/facts-table.ts";
import * as passkeys from "../../../src/identity/passkeys/table.ts";
import * as userAccounts from "../../../src/identity/accounts/table.ts";
import * as audit from "../../../src/audit/audit-table.ts";
import * as auditListed from "../../../src/audit/listed-table.ts";
import * as auditSubjects from "../../../src/audit/subjects-table.ts";
import * as booksTable from "../../../src/books/books-table.ts";
import * as lag from "../../../src/books/lag-table.ts";
import * as goingOn from "../../../src/ingest/imports/going-on-table.ts";
import * as imports from "../../../src/ingest/imports/imports-table.ts";
import * as examined from "../../../src/books/examined-table.ts";
import * as progress from "../../../src/books/progress-table.ts";
import { findFrames } from "../../../src/catalogue/frame-table.ts";
import { readHoldings } from "../../../src/catalogue/holdings-table.ts";
import { everyFrame } from "../../../src/catalogue/newest-frames-table.ts";
import * as catalogue from "../../../src/catalogue/table.ts";
import type { Database } from "../../../src/database/engine.ts";
import {
  findOpenDays,
  type KeptDays,
  readDays,
  readKeptDays,
} from "../../../src/database/days/kept-days-table.ts";
import { readRenames } from "../../../src/database/labels/label-renames-table.ts";
import * as labels from "../../../src/database/labels/session-labels-table.ts";
import * as ledger from "../../../src/database/table.ts";
import * as newDevelopers from "../../../src/identity/developers/new-developers-table.ts";
import * as developers from "../../../src/identity/developers/table.ts";
import * as keys from "../../../src/identity/keys/table.ts";
import { selectOrganizations, selectSecret } from "../../../src/identity/organizations/table.ts";
import { selectNamedSignIns } from "../../../src/identity/sign-ins/listed-table.ts";
import { selectSignIn } from "../../../src/identity/sign-ins/table.ts";
import * as cards from "../../../src/insights/advisor/cards-table.ts";
import * as listedCards from "../../../src/insights/advisor/listed/listed-cards-table.ts";
import * as alerts from "../../../src/insights/alerts/alerts-table.ts";
import { readKeyDays } from "../../../src/insights/alerts/finding/key-days-table.ts";
import * as messages from "../../../src/insights/alerts/messages/messages-table.ts";
import { readNewestRules, readRules } from "../../../src/insights/alerts/rules/rules-table.ts";
import * as chat from "../../../src/insights/integrations/connections-table.ts";
import * as webhooks from "../../../src/insights/integrations/webhooks/webhooks-table.ts";
import { selectAddresses } from "../../../src/insights/governance/addresses-table.ts";
import * as limits from "../../../src/insights/governance/limits/limits-table.ts";
import { isOfAnotherVersion, readChapters } from "../../../src/insights/reports/chapters-table.ts";
import * as reports from "../../../src/insights/reports/reports-table.ts";
import * as runs from "../../../src/insights/schedules/runs-table.ts";
import * as schedules from "../../../src/insights/schedules/schedules-table.ts";
import * as checkIns from "../../../src/insights/satisfaction/check-ins-table.ts";
import { SCORING_VERSION } from "../../../src/metrics/version.ts";
import * as habits from "../../../src/insights/advisor/habits/habits-work-table.ts";
import * as modelTrials from "../../../src/insights/rightsizing/trials/model-trials-table.ts";
import * as seen from "../../../src/insights/advisor/seen/seen-table.ts";
import * as votes from "../../../src/insights/advisor/votes/votes-table.ts";
import * as work from "../../../src/insights/advisor/writing/work-table.ts";
import { selectPurges } from "../../../src/insights/governance/journal-table.ts";
import * as person from "../../../src/insights/governance/person-table.ts";
import { readNamed } from "../../../src/insights/rightsizing/examples-table.ts";
import * as found from "../../../src/insights/search/found-table.ts";
import { countSessionsOf } from "../../../src/insights/people/people-table.ts";
import * as accounts from "../../../src/metrics/accounts/accounts-table.ts";
import * as baselines from "../../../src/metrics/baselines/baselines-table.ts";
import * as jobs from "../../../src/database/jobs/job-table.ts";
import * as recompute from "../../../src/metrics/baselines/recompute-table.ts";
import * as restate from "../../../src/metrics/baselines/restate-table.ts";
import { readTrial } from "../../../src/rubric/trial/trials-table.ts";
import { readAnswers } from "../../../src/rubric/trial/answers-table.ts";
import {
  nextToSpread,
  readRejudgings,
  type Rejudging,
} from "../../../src/rubric/rejudging/rejudgings-table.ts";
import * as spread from "../../../src/rubric/rejudging/spread-table.ts";
import { readMonth, readShares, readSpentOn } from "../../../src/judge/ledger-table.ts";
import * as subSessions from "../../../src/metrics/sub-sessions/sub-sessions-table.ts";
import * as activity from "../../../src/metrics/flow/activity-table.ts";
import { readEarlierFormulas, readFormulasVersion } from "../../../src/metrics/formulas-table.ts";
import * as retention from "../../../src/metrics/retention/retention-table.ts";
import { readRepaired, readSpent } from "../../../src/metrics/scoreable-table.ts";
import * as metrics from "../../../src/metrics/table.ts";
import { findDirty } from "../../../src/normaliser/dirty-table.ts";
import * as neighbours from "../../../src/normaliser/neighbours/neighbours-table.ts";
import * as moments from "../../../src/normaliser/own-conversations/moments-table.ts";
import * as parts from "../../../src/normaliser/parts/parts-table.ts";
import * as rescore from "../../../src/normaliser/rescore/rescore-table.ts";
import * as setAside from "../../../src/normaliser/set-aside-table.ts";
import { readArrivals } from "../../../src/normaliser/sightings/arrivals-table.ts";
import { readAgentSignals } from "../../../src/normaliser/sightings/signals-table.ts";
import { readSightings } from "../../../src/normaliser/sightings/chunks-table.ts";
import * as normaliser from "../../../src/normaliser/table.ts";
import * as waiting from "../../../src/normaliser/waiting-table.ts";
import { KEPT_PROMPTS } from "../../../src/rubric/days/days-table.ts";
import { countMarked } from "../../../src/rubric/days/marked-table.ts";
import { sumPrompts } from "../../../src/rubric/days/sums-table.ts";
import * as lists from "../../../src/rubric/lists/lists-table.ts";
import { readAsked } from "../../../src/rubric/prompts/asked-table.ts";
import * as judgements from "../../../src/rubric/prompts/judgements-table.ts";
import * as prompts from "../../../src/rubric/prompts/prompts-table.ts";
import { Rotation } from "../../../src/rubric/judging/rotation.ts";
import * as queue from "../../../src/rubric/prompts/queue-table.ts";
import { readFailed } from "../../../src/rubric/prompts/waits-table.ts";
import { KEPT_WORK } from "../../../src/scores/days/pack-days.ts";
import { ANY_SESSION } from "../../../src/sessions/listed/having-table.ts";
import { SESSION_SORTS } from "../../../src/sessions/listed/session-answer.ts";
import * as listed from "../../../src/sessions/listed/listed-table.ts";
import * as sorted from "../../../src/sessions/listed/sorted-table.ts";
import type { SessionsHaving } from "../../../src/sessions/listed/session-answer.ts";
import * as rewrites from "../../../src/insights/advisor/model/rewrites-table.ts";
import {
  readLastOutcome,
  readSessionWords,
} from "../../../src/insights/advisor/model/session-words-table.ts";
import { readEndings } from "../../../src/sessions/endings-table.ts";
import * as saidOutcomes from "../../../src/turns/outcomes/said-table.ts";
import * as titles from "../../../src/turns/titles/titles-table.ts";
import { readPlacedPrompts } from "../../../src/sessions/conversation/session-prompts-table.ts";
import { readClosings } from "../../../src/sessions/closings-table.ts";
import { readOverrides } from "../../../src/sessions/said/overrides-table.ts";
import { KEPT_USAGE } from "../../../src/spend/usage/usage-days-table.ts";
import { readTallies, readUsed, readUsedIn, workedBefore } from "../../../src/spend/usage/usage-table.ts";
import { countSessionsAbove } from "../../../src/spend/spend-table.ts";
import { countLooks } from "../../../src/turns/boundaries/looks-table.ts";
import { KEPT_TROUBLE } from "../../../src/insights/throttle/read-days.ts";
import { readRetries } from "../../../src/stalls/retries-table.ts";
import * as turnDays from "../../../src/turns/coverage/turn-days-table.ts";
import { readCoverage } from "../../../src/turns/coverage/coverage-table.ts";
import { readLastSessions } from "../../../src/turns/last-session-table.ts";
import * as callHours from "../../../src/turns/latency/call-hours-table.ts";
import * as slowest from "../../../src/turns/slowest/slowest-table.ts";
import * as listedTurns from "../../../src/turns/listed/listed-turns-table.ts";
import * as turns from "../../../src/turns/table.ts";
import { readTurnIds } from "../../../src/turns/turn-places-table.ts";
import * as arrivals from "../../../src/writer/arrivals/doubts-table.ts";
import * as objects from "../../../src/writer/upkeep/object-table.ts";
import * as upkeep from "../../../src/writer/upkeep/table.ts";
import type { Landmarks } from "./landmarks.ts";
import { named } from "../../session-names.ts";
import { idIn } from "../../../src/vocabulary/held-name.ts";

/** Asks one or more times; by the name of the function. */
export type Questions = Record<string, (database: Database, at: Landmarks) => Promise<unknown>[]>;

const FAR = Number.MAX_SAFE_INTEGER;
const PAGE = { limit: 3, after: null };

/** Every filter of sessions at once. */
const HAVING: SessionsHaving = {
  agent: null,
  model: "small",
  tool: "Bash",
  mcpServer: "issues",
  otherThan: ["large", "none"],
  costOverUsd: 0.01,
  outcome: "reached",
  flag: "failed",
  searched: "Parser",
};

const ANY_PROMPT = { intent: null, status: null };

const FRAMES = (at: Landmarks) => ({ ...at.window, from: 0, to: FAR, signal: "logs" as const });

const CHECKED = { model: "small", endpoint: "there" };

function wishOf(organization: string): Rejudging {
  const spreading = { spread_to: null, spread_id: null, spread_at: null };
  const wish = { id: "wish", organization, from_at: 0, to_at: FAR, asked_at: FAR, model: "small" };
  return { ...wish, rubric_version: "2", prompts: 1, ...spreading };
}

export const QUESTIONS: Questions = {
  selectHeads: (db) => [audit.selectHeads(db)],
  selectCheckpoints: (db) => [audit.selectCheckpoints(db)],
  selectChains: (db) => [audit.selectChains(db)],
  selectEntriesAfter: (db) => [audit.selectEntriesAfter(db, { organization: "ours", after: 0, limit: 9 })],
  selectNewestEntries: (db) => {
    const all = { organization: "ours", from: 0, to: FAR, actors: null, targets: null, actions: null };
    const after = { at: FAR, organization: "ours", number: 9 };
    const only = { actors: ["a"], targets: ["b"], actions: ["key_made" as const] };
    return [
      auditListed.selectNewestEntries(db, { ...all, after: null, limit: 9 }),
      auditListed.selectNewestEntries(db, { ...all, ...only, after, limit: 9 }),
      auditListed.selectNewestEntries(db, { ...all, after: { ...after, organization: "" }, limit: 9 }),
    ];
  },
  selectSubjects: (db) => [auditSubjects.selectSubjects(db, ["a", "b", "place"])],
  selectIdsOf: (db) => [auditSubjects.selectIdsOf(db, { organization: "ours", reals: ["ada", "bob"] })],
  readFigures: (db) => [booksTable.readFigures(db)],
  readUnexamined: (db) => [lag.readUnexamined(db), lag.readUnexamined(db, 1)],
  findArrival: (db) => [lag.findArrival(db, 1), lag.findArrival(db, FAR)],
  readNewestSequence: (db) => [lag.readNewestSequence(db)],
  readPosition: (db) => [progress.readPosition(db, "normaliser"), progress.readPosition(db, "remaking")],
  readBooks: (db) => [progress.readBooks(db)],
  readHashes: (db) => [progress.readHashes(db)],
  selectImported: (db, at) => [
    imports.selectImported(db, { organization: at.organization, hashes: ["none"] }),
  ],
  isImporting: (db, at) => [goingOn.isImporting(db, at.organization, 0)],
  readTrial: (db) => [readTrial(db, "none", "1")],
  readAnswers: (db) => [readAnswers(db, CHECKED).then((answers) => [...answers])],
  readSpentOn: (db) => [readSpentOn(db, { purpose: "check", model: "small", since: 0 })],
  readRejudgings: (db, at) => [readRejudgings(db, at.organization)],
  nextToSpread: (db) => [nextToSpread(db)],
  readUnspread: (db, at) => [
    spread.readUnspread(db, wishOf(at.organization), 9),
    spread.readUnspread(db, { ...wishOf(at.organization), spread_to: 1, spread_id: "none" }, 9),
  ],
  countMarked: (db, at) => [countMarked(db, at.everybody), countMarked(db, at.some)],
  countWaitingAgain: (db, at) => [spread.countWaitingAgain(db, wishOf(at.organization))],
  readMonth: (db) => [readMonth(db, 0)],
  readShares: (db) => [readShares(db, 0).then((shares) => [...shares])],
  findFrames: (db, at) => [
    Array.fromAsync(findFrames(db, { ...FRAMES(at), session: null, event: null })),
    Array.fromAsync(findFrames(db, { ...FRAMES(at), session: idIn(at.session), event: "none" })),
  ],
  countLabels: (db, at) => [labels.countLabels(db, at.organization)],
  developersLabelled: (db, at) => [
    labels.developersLabelled(db, {
      organization: at.organization,
      labels: [{ name: "team.id", values: ["a"] }],
    }),
  ],
  readLabelsOf: (db, at) => [labels.readLabelsOf(db, at.organization, at.names)],
  readLabelled: (db, at) => [
    labels.readLabelled(db, { ...at, labels: [{ name: "team.id", values: ["a", "b"] }] }, at.names),
  ],
  readRenames: (db, at) => [readRenames(db, at.organization)],
  readHoldings: (db, at) => [readHoldings(db, null), readHoldings(db, at.organization)],
  everyFrame: (db) => [Array.fromAsync(everyFrame(db))],
  listKeys: (db) => [catalogue.listKeys(db)],
  isListed: (db, at) => [catalogue.isListed(db, at.object), catalogue.isListed(db, "none")],
  areListed: (db) => [catalogue.areListed(db, []), catalogue.areListed(db, ["none"])],
  readBatch: (db) => [catalogue.readBatch(db, 1), catalogue.readBatch(db, FAR)],
  findUnexamined: (db) => [examined.findUnexamined(db)],
  readExamined: (db) => [examined.readExamined(db).then((found) => [found.most, found.of("nobody")])],
  selectExamined: (db) => [objects.selectExamined(db), objects.selectExamined(db, { smallerThan: 9 })],
  countOpenParts: (db) => [rescore.countOpenParts(db, "whole")],
  nextWhole: (db) => [rescore.nextWhole(db)],
  findNextObjects: (db) => [catalogue.findNextObjects(db, 0), catalogue.findNextObjects(db, FAR)],
  sessionsIn: (db, at) => [catalogue.sessionsIn(db, at.objects)],
  readLedger: (db) => [ledger.readLedger(db)],
  selectDevelopers: (db, at) => [developers.selectDevelopers(db, at.organization)],
  selectDeveloper: (db, at) => [developers.selectDeveloper(db, at.developer)],
  selectAlias: (db, at) => at.aliases.map((alias) => developers.selectAlias(db, at.organization, alias)),
  selectAliases: (db, at) => [developers.selectAliases(db, at.organization)],
  selectAccounts: (db) => [userAccounts.selectAccounts(db)],
  selectAccount: (db) => [userAccounts.selectAccount(db, "none")],
  selectAccountsOf: (db) => [userAccounts.selectAccountsOf(db, "n@x.y")],
  selectPasskeysOf: (db) => [passkeys.selectPasskeysOf(db, "account")],
  selectPasskey: (db) => [passkeys.selectPasskey(db, "none")],
  selectKeys: (db) => [keys.selectKeys(db)],
  selectKeyByHash: (db) => [keys.selectKeyByHash(db, "none")],
  selectKeyById: (db, at) => [keys.selectKeyById(db, at.key)],
  selectDeveloperRows: (db, at) => [facts.selectDeveloperRows(db, at.developers)],
  selectAliasRows: (db, at) => [facts.selectAliasRows(db, at.developers)],
  selectKeyRows: (db, at) => [facts.selectKeyRows(db, at.developers)],
  selectSignInRows: (db, at) => [facts.selectSignInRows(db, at.developers)],
  selectKeyDayRows: (db, at) => [facts.selectKeyDayRows(db, at.developers)],
  readOwnNotes: (db, at) => [
    whoseOf(db, at).then((whose) => ownNotes.readOwnNotes(db, { whose, place: null })),
  ],
  readRowsAt: (db, at) =>
    OWNED_TABLES.flatMap((table) => {
      const behind = table.name === "check_ins" ? [at.organization, 0, ""] : null;
      const places: ownRows.RowsPlace[] = [ownRows.firstPlace(table), { after: null }, { after: behind }];
      return places
        .filter((place) => table.owner.includes("after" in place ? "developer" : "session"))
        .map(async (place) => ownRows.readRowsAt(db, table, { whose: await whoseOf(db, at), place }));
    }),
  selectNamedSignIns: (db, at) => [
    selectNamedSignIns(db, { organizationId: at.organization, who: null }),
    selectNamedSignIns(db, { organizationId: at.organization, who: { keyId: at.key } }),
    selectNamedSignIns(db, { organizationId: at.organization, who: { accountId: "none" } }),
  ],
  selectSignIn: (db) => [selectSignIn(db, "none")],
  selectOrganizations: (db) => [selectOrganizations(db)],
  selectSecret: (db, at) => [selectSecret(db, at.organization), selectSecret(db, "none")],
  selectPurges: (db) => [selectPurges(db)],
  selectSessionsOf: (db, at) => [
    person.selectSessionsOf(db, { organization: at.organization, ids: at.developers, until: FAR }),
  ],
  selectOwners: (db, at) => [person.selectOwners(db, at.within)],
  selectKnownSessions: (db, at) => [person.selectKnownSessions(db, at.organization)],
  selectScopes: (db, at) => [person.selectScopes(db, at.within)],
  selectObjectsOf: (db, at) => [person.selectObjectsOf(db, { ...at.within, ids: at.names.map(idIn) })],
  selectBoundKeys: (db, at) => [person.selectBoundKeys(db, at.developers)],
  selectKeysNamed: (db, at) => [person.selectKeysNamed(db, { ...at.within, ids: at.developers })],
  countRows: (db, at) => [
    person.countRows(db, { name: "metrics", owner: ["session", "developer"] as const }, whose(at)),
    person.countRows(db, { name: "sessions", owner: ["session"] as const }, whose(at)),
  ],
  countSessionsOf: (db, at) => [
    countSessionsOf(db, at.organization, at.developers),
    countSessionsOf(db, at.organization, []),
  ],
  readBaselineVersions: (db, at) => [baselines.readBaselineVersions(db, at.organization)],
  newestBaselines: (db, at) => [baselines.newestBaselines(db, at.organization)],
  readNewestBaselines: (db, at) => [baselines.readNewestBaselines(db, at.organization)],
  findAccountsOf: (db, at) => [
    accounts.findAccountsOf(db, at.organization, at.names),
    accounts.findAccountsOf(db, at.organization, []),
  ],
  findAccountsAround: (db, at) =>
    [...at.developers, ...at.names].map((person) =>
      accounts.findAccountsAround(db, { ...at.window, person }),
    ),
  readAccounts: (db, at) => [accounts.readAccounts(db, at.subSessions), accounts.readAccounts(db, [])],
  readJob: (db) => [jobs.readJob(db, recompute.RECOMPUTES, "a")],
  readOpenJobs: (db) => [jobs.readOpenJobs(db, recompute.RECOMPUTES)],
  nextJob: (db) => [
    jobs.nextJob(db, recompute.RECOMPUTES),
    jobs.nextJob(db, recompute.RECOMPUTES, { id: "a" }),
  ],
  readDone: (db, at) => [recompute.readDone(db, at.organization)],
  readJournal: (db, at) => [recompute.readJournal(db, at.organization)],
  countStarted: (db, at) => [restate.countStarted(db, at.window)],
  readRestatable: (db, at) => [
    restate.readRestatable(db, at.window, PAGE),
    restate.readRestatable(db, at.window, { limit: 9, after: at.middle }),
  ],
  readAccountable: (db, at) => [
    restate.readAccountable(db, at.subSessions),
    restate.readAccountable(db, ["none"]),
  ],
  sessionsStartedSince: (db, at) => [restate.sessionsStartedSince(db, at.organization, at.window.from)],
  hasClosed: (db, at) => [restate.hasClosed(db, at.organization, 1)],
  readObservations: (db, at) => [restate.readObservations(db, { ...at.window, to: FAR })],
  readSubSessionsPage: (db, at) => [
    subSessions.readSubSessionsPage(db, at.everybody, PAGE),
    subSessions.readSubSessionsPage(db, at.some, { limit: 9, after: at.middle }),
  ],
  readSessionsPage: (db, at) => [
    subSessions.readSessionsPage(db, at.everybody, PAGE),
    subSessions.readSessionsPage(db, at.some, { limit: 9, after: at.middle }),
  ],
  readSubSessionsOf: (db, at) =>
    at.names.map((name) => subSessions.readSubSessionsOf(db, at.everybody, [name])),
  countSubSessions: (db, at) => [
    subSessions.countSubSessions(db, at.some, "sub_sessions"),
    subSessions.countSubSessions(db, { ...at.everybody, outcome: "reached", scoreable: 1 }, "sessions"),
  ],
  readPieces: (db, at) =>
    at.developers.map((developer) => activity.readPieces(db, { ...at.window, developer })),
  readWaits: (db, at) =>
    at.developers.map((developer) => activity.readWaits(db, { ...at.window, developer })),
  readExtent: (db, at) => {
    const of = at.names.flatMap((session) => at.subSessions.map((subSession) => ({ session, subSession })));
    return [activity.readExtent(db, at.organization, of)];
  },
  readFormulasVersion: (db) => [readFormulasVersion(db)],
  readEarlierFormulas: (db) => [readEarlierFormulas(db)],
  findEarlier: (db, at) => [metrics.findEarlier(db, at.subSessions)],
  readSessionEdits: (db, at) => [
    retention.readSessionEdits(db, at.everybody, { limit: 99, after: null }),
    retention.readSessionEdits(db, at.some, { limit: 9, after: { share: 0.5, startedAt: 1, session: "s" } }),
  ],
  countSessionsWithEdits: (db, at) => [retention.countSessionsWithEdits(db, at.some)],
  readSpent: (db, at) => [readSpent(db, at.everybody), readSpent(db, at.some)],
  readRepaired: (db, at) => [readRepaired(db, at.everybody), readRepaired(db, at.some)],
  readFlows: (db, at) => [metrics.readFlows(db, at.subSessions)],
  readMetricsPage: (db, at) => [
    metrics.readMetricsPage(db, at.everybody, PAGE),
    metrics.readMetricsPage(db, at.some, { limit: 9, after: at.middle }),
  ],
  countMetrics: (db, at) => [metrics.countMetrics(db, at.everybody), metrics.countMetrics(db, at.some)],
  readScoreInputs: (db, at) => [metrics.readScoreInputs(db, at.everybody)],
  findDirty: (db) => [findDirty(db, 9)],
  findNeighbours: (db, at) => [neighbours.findNeighbours(db, at.signs)],
  readResetsAfter: (db, at) => [
    neighbours.readResetsAfter(db, { ...sender(at), from: 0, session: named("none") }),
  ],
  readPromptBefore: (db, at) => [
    neighbours.readPromptBefore(db, { ...sender(at), at: FAR, session: at.session }),
    neighbours.readPromptBefore(db, { ...sender(at), at: FAR, process: "none" }),
  ],
  wasPatchAnswered: (db, at) => [neighbours.wasPatchAnswered(db, { ...sender(at), at: at.window.from })],
  findPossibleHelpers: (db, at) => [moments.findPossibleHelpers(db, at.moments)],
  readPromptsNear: (db, at) => at.moments.map((moment) => moments.readPromptsNear(db, moment)),
  rangeOfWindow: (db, at) => [
    rescore.rangeOfWindow(db, at.window, FAR),
    rescore.rangeOfWindow(db, at.window, 0),
  ],
  rangeOfObjects: (db) => [rescore.rangeOfObjects(db, { first: 1, last: 2 }, FAR)],
  countRecords: (db) => [
    rescore.countRecords(db, { first: 0, last: FAR }),
    rescore.countRecords(db, NOWHERE),
  ],
  selectSetAside: (db) => [setAside.selectSetAside(db)],
  readSessionsAside: (db) => [setAside.readSessionsAside(db)],
  readArrivals: (db, at) => [
    readArrivals(db, { organization: at.organization, keyId: "key", developerId: null }),
  ],
  readAgentSignals: (db) => [readAgentSignals(db)],
  readSightings: (db, at) => [
    readSightings(db, at.organization, new Map(at.names.map((name) => [name, undefined]))),
  ],
  sessionsOfScopes: (db, at) => [
    normaliser.sessionsOfScopes(
      db,
      at.organization,
      at.scopes.map(({ scope }) => scope),
    ),
  ],
  findSessionNames: (db, at) => [normaliser.findSessionNames(db, at.organization, idIn(at.session))],
  readSessionsOf: (db, at) => [normaliser.readSessionsOf(db, at.organization, at.names.map(idIn))],
  readSessions: (db, at) => [normaliser.readSessions(db, at.organization, at.names)],
  readWaiting: (db) => [waiting.readWaiting(db)],
  readDays: (db, at) => [readDays(db, KEPT_WORK, { ...at.some, from: 0, to: 99_999 })],
  findOpenDays: (db) => [
    findOpenDays(db, KEPT_WORK.table, { before: 99_999, limit: 99, first: "newest" }),
    findOpenDays(db, KEPT_USAGE.table, { before: 99_999, limit: 99, first: "earliest" }),
  ],
  readOverrides: (db, at) => [readOverrides(db, at.organization, at.names)],
  readNamed: (db, at) => [readNamed(db, at.organization, at.subSessions), readNamed(db, at.organization, [])],
  readUsed: (db, at) => [readUsed(db, at.some), readUsed(db, { ...at.some, developers: null })],
  readTallies: (db, at) => [readTallies(db, at.some), readTallies(db, at.everybody)],
  workedBefore: (db, { organization, developers }) => [
    workedBefore(db, { organization, developers, before: FAR }),
    workedBefore(db, { organization, developers, before: 0 }),
  ],
  readUsedIn: (db, at) => [readUsedIn(db, at.organization, at.names), readUsedIn(db, at.organization, [])],
  countSessionsAbove: (db, at) => [countSessionsAbove(db, at.everybody, 0)],
  countLooks: (db, at) => [countLooks(db, at.everybody), countLooks(db, at.some)],
  readPromptsPage: (db, at) => [
    lists.readPromptsPage(db, { ...at.everybody, ...ANY_PROMPT }, PAGE),
    lists.readPromptsPage(db, { ...at.some, intent: "feature", status: "scored" }, PAGE),
    ...at.prompts
      .slice(0, 1)
      .map(({ submitted_at: submittedAt, id }) =>
        lists.readPromptsPage(
          db,
          { ...at.everybody, ...ANY_PROMPT },
          { limit: 9, after: { submittedAt, id } },
        ),
      ),
  ],
  countPrompts: (db, at) => [lists.countPrompts(db, { ...at.everybody, ...ANY_PROMPT })],
  countScored: (db, at) => [lists.countScored(db, { ...at.everybody, ...ANY_PROMPT })],
  readJudgedContents: (db, at) => [
    lists.readJudgedContents(db, at.everybody, 3),
    lists.readJudgedContents(db, at.some, 3),
  ],
  readRanked: (db, at) => [
    lists.readRanked(db, { ...at.everybody, ...ANY_PROMPT }, { limit: 3, first: "best", after: null }),
    lists.readRanked(db, { ...at.some, ...ANY_PROMPT }, { limit: 3, first: "worst", after: null }),
    ...(["best", "worst"] as const).map((first) =>
      lists.readRanked(
        db,
        { ...at.everybody, ...ANY_PROMPT },
        { limit: 3, first, after: { rubricScore: 50, submittedAt: at.everybody.to, id: "none" } },
      ),
    ),
  ],
  findPrompt: (db, at) =>
    [...at.prompts.slice(0, 1), { prompt: "none" }].map(({ prompt: promptId }) =>
      lists.findPrompt(db, { organization: at.organization, developers: null, promptId }),
    ),
  findNewestSession: (db, at) => [
    lists.findNewestSession(db, {
      organization: at.organization,
      developers: at.developers,
      sessionId: idIn(at.session),
    }),
  ],
  sumPrompts: (db, at) => [sumPrompts(db, at.everybody), sumPrompts(db, at.some)],
  readCallWeights: (db, at) => [
    callHours.readCallWeights(db, { ...at.everybody, model: null }),
    callHours.readCallWeights(db, { ...at.some, model: "none" }),
  ],
  readParts: (db, at) => [parts.readParts(db, at.organization, at.names.map(idIn))],
  readSizes: (db, at) => [parts.readSizes(db, at.organization, at.names)],
  readCrowdedKeys: (db) => [newDevelopers.readCrowdedKeys(db)],
  readLinks: (db, at) => [lists.readLinks(db, at.everybody, 9), lists.readLinks(db, at.some, 9)],
  readChained: (db, at) => [
    lists.readChained(
      db,
      at.prompts.map(({ id }) => id),
    ),
    lists.readChained(db, []),
  ],
  readTexts: (db, at) => [
    lists.readTexts(
      db,
      at.prompts.map(({ id }) => id),
    ),
    lists.readTexts(db, []),
  ],
  readTextsOfEvents: (db, at) => [
    lists.readTextsOfEvents(
      db,
      at.organization,
      at.prompts.map(({ prompt }) => prompt),
    ),
  ],
  readAsked: (db, at) => [readAsked(db, at.organization, at.names)],
  readMarks: (db, at) => [judgements.readMarks(db, at.organization, at.contents)],
  readJudgements: (db, at) => [
    judgements.readJudgements(
      db,
      at.organization,
      at.contents.map((content) => ({ content, model: "m" })),
    ),
  ],
  selectContentsOf: (db, at) => [
    judgements.selectContentsOf(db, { organization: at.organization, sessions: at.names }),
  ],
  readFailed: (db, at) => [readFailed(db, at.organization, at.contents)],
  selectSessionsWith: (db, at) => [prompts.selectSessionsWith(db, at.organization, at.contents)],
  countUnjudged: (db) => [queue.countUnjudged(db)],
  nextToJudge: (db) => [
    queue.nextToJudge(db, { now: FAR, limit: 3, rotation: new Rotation() }),
    queue.nextToJudge(db, { now: 0, limit: 99, rotation: new Rotation() }),
  ],
  readContext: (db, at) => [
    queue.readContext(db, { organization: at.organization, session: at.session, beforeTurn: 9 }),
  ],
  findSessions: (db, at) => [
    ...SESSION_SORTS.map((sort) =>
      sorted.findSessions(db, { ...at.everybody, ...ANY_SESSION }, { ...PAGE, sort, order: "desc" }),
    ),
    ...SESSION_SORTS.map((sort) =>
      sorted.findSessions(
        db,
        { ...at.some, ...HAVING, agent: "codex" },
        { sort, order: "asc", limit: 3, after: { place: -1, session: at.session } },
      ),
    ),
  ],
  readPlacedPrompts: (db, at) => at.names.map((session) => readPlacedPrompts(db, { ...at, session })),
  findNamed: (db, at) => [listed.findNamed(db, at.some, at.names)],
  countSessions: (db, at) => [listed.countSessions(db, { ...at.everybody, ...ANY_SESSION, flag: "repair" })],
  sumCalls: (db, at) => [
    listed.sumCalls(db, { ...at.everybody, ...ANY_SESSION }),
    listed.sumCalls(db, { ...at.some, ...HAVING }),
  ],
  readOutlines: (db, at) => [listed.readOutlines(db, at.organization, at.names)],
  countErrors: (db, at) => [listed.countErrors(db, at.organization, at.names)],
  readCosts: (db, at) => [listed.readCosts(db, at.organization, at.names)],
  readTurnDays: (db, at) => [turnDays.readTurnDays(db, at.everybody), turnDays.readTurnDays(db, at.some)],
  readAgentCalls: (db, at) => [
    turnDays.readAgentCalls(db, at.everybody),
    turnDays.readAgentCalls(db, at.some),
  ],
  readCoverage: (db, at) => [readCoverage(db, at.everybody), readCoverage(db, at.some)],
  readLastSessions: (db) => [readLastSessions(db)],
  readCallHours: (db, at) => [
    callHours.readCallHours(db, { ...at.everybody, model: null }),
    callHours.readCallHours(db, { ...at.some, model: "none" }),
  ],
  readOwnedCalls: (db, at) => [
    callHours.readOwnedCalls(db, at.everybody),
    callHours.readOwnedCalls(db, at.some),
  ],
  readOwnedWaits: (db, at) => [activity.readOwnedWaits(db, at.everybody)],
  readRetries: (db, at) => [readRetries(db, at.everybody), readRetries(db, at.some)],
  readKeptDays: (db, { organization }) =>
    [KEPT_USAGE, KEPT_PROMPTS, KEPT_TROUBLE].map((kept: KeptDays<unknown>) =>
      readKeptDays(db, kept, { organization, from: 0, to: 99_999 }),
    ),
  readHourExtent: (db, at) => [callHours.readHourExtent(db, { ...at.everybody, model: null })],
  readSlowest: (db, at) => [
    slowest.readSlowest(db, at.everybody, { limit: 3, after: null }),
    slowest.readSlowest(db, at.some, { limit: 9, after: null }),
    slowest.readSlowest(db, at.everybody, { limit: 9, after: { durationMs: 1e9, startedAt: 1, event: "a" } }),
  ],
  findTurns: (db, at) => [
    listedTurns.findTurns(db, at.everybody, PAGE),
    listedTurns.findTurns(db, at.some, { limit: 9, after: { startedAt: FAR, event: "a" } }),
  ],
  countTurns: (db, at) => [slowest.countTurns(db, at.some)],
  findDue: (db) => [turns.findDue(db, FAR, 9)],
  readPrompts: (db, at) => at.names.map((name) => turns.readPrompts(db, at.organization, name)),
  readRepairs: (db, at) => at.names.map((name) => turns.readRepairs(db, at.organization, name)),
  readSessionOf: (db, at) => at.subSessions.map((id) => turns.readSessionOf(db, at.organization, id)),
  readSessionDeveloper: (db, at) => [turns.readSessionDeveloper(db, at.organization, at.session)],
  selectOutlines: (db, at) => [
    objects.selectOutlines(db, {}),
    objects.selectOutlines(db, {
      upTo: FAR,
      arrivedBefore: FAR,
      smallerThan: FAR,
      organization: at.organization,
      signal: "logs",
      overlapping: { firstSequence: 0, lastSequence: FAR },
    }),
  ],
  readLastArrival: (db) => [arrivals.readLastArrival(db)],
  readOpenDoubt: (db) => [arrivals.readOpenDoubt(db)],
  readEndedDoubts: (db) => [arrivals.readEndedDoubts(db)],
  sumBytes: (db) => [objects.sumBytes(db)],
  listSizes: (db) => [objects.listSizes(db), objects.listSizes(db, { from: "", upTo: "~" })],
  selectLateArrival: (db) => [objects.selectLateArrival(db)],
  selectCutFrames: (db, at) => [objects.selectCutFrames(db, at.object, 1)],
  readObject: (db, at) => at.objects.map((key) => objects.readObject(db, key)),
  selectPlanned: (db) => [upkeep.selectPlanned(db)],
  selectRemoved: (db) => [upkeep.selectRemoved(db, FAR)],
  isRemoved: (db, at) => [upkeep.isRemoved(db, at.object)],
  selectDamaged: (db) => [upkeep.selectDamaged(db)],
  readFramesAside: (db) => [upkeep.readFramesAside(db)],
  readClosings: (db, at) => [readClosings(db, 9), restate.readClosings(db, at.organization)],
  readEndings: (db) => [readEndings(db, 9)],
  readLastOutcome: (db, at) => at.sessions.map((session) => readLastOutcome(db, session)),
  readSessionWords: (db, at) => at.sessions.map((session) => readSessionWords(db, session)),
  readSummary: (db, at) => [titles.readSummary(db, at.organization, at.session)],
  readSubTitles: (db, at) => [titles.readSubTitles(db, at)],
  readFoundPrompts: (db, at) => [
    found.readFoundPrompts(
      db,
      at.some,
      at.prompts.map(({ id }) => id),
    ),
  ],
  readFoundAnswers: (db, at) => [found.readFoundAnswers(db, at.everybody, ["none"])],
  readAnswered: (db, at) =>
    at.sessions.flatMap(({ organization, session }) => [
      found.readAnswered(db, organization, { session, at: FAR, promptId: null }),
      found.readAnswered(db, organization, { session, at: 0, promptId: "none" }),
    ]),
  readFoundSummaries: (db, at) => [found.readFoundSummaries(db, at.everybody, ["none"])],
  readSessionTitles: (db, at) => [titles.readSessionTitles(db, at.organization, at.names)],
  readSaidOutcomes: (db, at) => [saidOutcomes.readSaidOutcomes(db, at.subSessions)],
  readSaidAndMeasured: (db, at) => [
    saidOutcomes.readSaidAndMeasured(db, at.everybody),
    saidOutcomes.readSaidAndMeasured(db, at.some),
  ],
  countScoreable: (db, at) => [saidOutcomes.countScoreable(db, at.everybody)],
  readSubSessionTitles: (db, at) => [titles.readSubSessionTitles(db, at.subSessions)],
  readUnrewritten: (db) => [
    rewrites.readUnrewritten(db, { since: 0, except: [] }, 9),
    rewrites.readUnrewritten(db, { since: 0, except: ["none"] }, 9),
  ],
  readPromptText: (db, at) => at.prompts.map((prompt) => rewrites.readPromptText(db, prompt)),
  readMetricsOf: (db, at) => [
    work.readMetricsOf(db, at.subSessions[0] ?? ""),
    work.readMetricsOf(db, "none"),
  ],
  readMetricsOfEach: (db, at) => [work.readMetricsOfEach(db, at.subSessions), work.readMetricsOfEach(db, [])],
  readPlaceOf: (db, at) => at.subSessions.map((id) => work.readPlaceOf(db, id)),
  readTurnsOf: (db, at) => [
    accounts.readTurnsOf(db, at.subSessions),
    ...at.subSessions.map((id) => ofPlace(db, id, work.readTurnsOf)),
  ],
  readTurnIds: (db, at) => [readTurnIds(db, at.organization, at.names)],
  readPromptsOf: (db, at) => at.subSessions.map((id) => ofPlace(db, id, work.readPromptsOf)),
  hasOpenWork: (db, at) => at.sessions.map((session) => work.hasOpenWork(db, session)),
  readClosedOf: (db, at) => at.sessions.map((session) => work.readClosedOf(db, session)),
  readNear: (db, at) => [
    work.readNear(db, { ...ours(at), before: FAR }, 3),
    work.readNear(db, { ...ours(at), since: at.middle.startedAt }, 9),
  ],
  readNearEach: (db, at) => [
    work.readNearEach(
      db,
      [
        { ...ours(at), before: FAR, except: at.subSessions[0] ?? "" },
        { ...ours(at), since: at.middle.startedAt },
      ],
      3,
    ),
    work.readNearEach(db, [], 3),
  ],
  readValuesOf: (db, at) => [work.readValuesOf(db, at.subSessions), work.readValuesOf(db, ["none"])],
  readTasks: (db, at) => [
    habits.readTasks(db, at.everybody, SCORING_VERSION),
    habits.readTasks(db, at.some, SCORING_VERSION),
  ],
  readHabitMarks: (db, at) => [habits.readHabitMarks(db, at.everybody), habits.readHabitMarks(db, at.some)],
  readOpeningTexts: (db, { organization, sessions }) => [
    habits.readOpeningTexts(
      db,
      { organization, turns: [1, 2] },
      sessions.map(({ session }) => session),
    ),
  ],
  readSeen: (db, at) => [
    seen.readSeen(db, ours(at)),
    seen.readSeen(db, { organization: at.organization, developers: null }),
  ],
  readModelTrialRows: (db, { organization }) => [modelTrials.readModelTrialRows(db, organization)],
  readAdvisedPrompts: (db, at) => at.sessions.map((session) => cards.readAdvisedPrompts(db, session)),
  readTitles: (db, at) => [cards.readTitles(db, { ...ours(at), from: 0, to: FAR })],
  readUnpublished: (db) => [cards.readUnpublished(db, 9)],
  selectConnections: (db, { organization }) => [chat.selectConnections(db, organization)],
  readLimits: (db, { organization }) => [limits.readLimits(db, { organization, kind: "budgets" })],
  readNewestRules: (db) => [readNewestRules(db)],
  readNewestLimits: (db) => [limits.readNewestLimits(db)],
  readRules: (db, { organization }) => [readRules(db, organization)],
  findAlert: (db, { organization }) => [alerts.findAlert(db, { organization, id: "none" })],
  readOpenAlerts: (db, { organization }) => [alerts.readOpenAlerts(db, organization)],
  readAlerts: (db, { organization }) =>
    [null, true].map((isClosed) =>
      alerts.readAlerts(db, { organization, isClosed }, { limit: 9, after: { openedAt: FAR, id: "none" } }),
    ),
  countAlerts: (db, { organization }) =>
    [null, false].map((isClosed) => alerts.countAlerts(db, { organization, isClosed })),
  findWaitingMessage: (db, { organization }) => [
    messages.findWaitingMessage(db, { organization, place: "none" }),
  ],
  readMessages: (db, { organization }) => [messages.readMessages(db, organization)],
  selectAddresses: (db, { developer }) => [selectAddresses(db, [developer])],
  readSentTimes: (db, { organization }) => [messages.readSentTimes(db, { organization, place: "none" }, 0)],
  readKeyDays: (db, { organization }) => [readKeyDays(db, organization)],
  selectWebhooks: (db, { organization }) => [webhooks.selectWebhooks(db, organization)],
  findSchedule: (db, { organization }) => [schedules.findSchedule(db, { organization, id: "none" })],
  readSchedules: (db, { organization }) => [schedules.readSchedules(db, organization)],
  readDueSchedules: (db) => [schedules.readDueSchedules(db, FAR, 9)],
  readCountedAfter: (db) => [schedules.readCountedAfter(db, 0, 9)],
  readNextRunAt: (db) => [schedules.readNextRunAt(db)],
  readRuns: (db) => [runs.readRuns(db, "none", { limit: 9, after: { startedAt: FAR, id: "none" } })],
  countRuns: (db) => [runs.countRuns(db, "none")],
  readCheckIns: (db, at) => [checkIns.readCheckIns(db, { organization: at.organization, from: 0, to: FAR })],
  hasReportOver: (db, at) => [
    reports.hasReportOver(db, { organization: at.organization, names: null, labels: "[]", from: 0, to: FAR }),
    reports.hasReportOver(db, {
      organization: at.organization,
      names: ["none"],
      labels: "[]",
      from: 0,
      to: 1,
    }),
  ],
  readEndedReports: (db) => [reports.readEndedReports(db, FAR, 9)],
  readTeamReports: (db, at) => [reports.readTeamReports(db, at.organization)],
  readReportRow: (db, at) => [reports.readReportRow(db, at.some, "none")],
  readNewest: (db, at) => [reports.readNewest(db, at.some), reports.readNewest(db, at.everybody)],
  readReportsPage: (db, at) => [
    reports.readReportsPage(db, at.everybody, { ...PAGE, states: ["completed"] }),
    reports.readReportsPage(db, at.some, {
      states: ["pending", "running"],
      limit: 9,
      after: { requestedAt: FAR, id: "none" },
    }),
  ],
  countReports: (db, at) => [reports.countReports(db, at.everybody, ["completed"])],
  readChapters: (db) => [readChapters(db, "none")],
  isOfAnotherVersion: (db) => [isOfAnotherVersion(db, "none")],
  readVotes: (db) => [votes.readVotes(db, ["none"])],
  readVotedDown: (db, at) => [votes.readVotedDown(db, { organization: at.organization, since: 0 })],
  readCardsPage: (db, at) => [
    listedCards.readCardsPage(db, at.everybody, PAGE),
    listedCards.readCardsPage(db, at.some, { limit: 9, after: { at: FAR, id: "none" } }),
  ],
  countCardsByInput: (db, at) => [
    listedCards.countCardsByInput(db, at.everybody),
    listedCards.countCardsByInput(db, at.some),
  ],
  countCards: (db, at) => [listedCards.countCards(db, at.everybody), listedCards.countCards(db, at.some)],
  findCard: (db, at) => [listedCards.findCard(db, { ...ours(at), id: "none" })],
  readPromptPlaces: (db, at) => [
    listedCards.readPromptPlaces(
      db,
      at.organization,
      at.prompts.slice(0, 1).map(({ prompt }) => prompt),
    ),
  ],
  selectSealed: (db, at) => [upkeep.selectSealed(db, at.organization, at.names.map(idIn))],
};

/** These leave the order of their answers open. */
export const IN_ANY_ORDER = new Set([
  // by ids and names, of which SQLite has those that it packs after the others
  "countErrors",
  "findSessions",
  "readOutlines",
  "readParts",
  "readSizes",
  "readUsedIn",
  "selectDevelopers",
  "selectSessionsWith",
  "selectSetAside",
  "findAccountsAround",
  "findAccountsOf",
  "readAccountable",
  "readAccounts",
  "readNamed",
  "readOpeningTexts",
  "readRowsAt",
  "readScoreInputs",
  "selectOwners",
  "selectSessionsOf",
  "readSessions",
  "readSessionsOf",
  "readSightings",
  "selectKnownSessions",
  "selectObjectsOf",
  "selectScopes",
  "sessionsIn",
  "sessionsOfScopes",
  "sessionsStartedSince",
]);

const NOWHERE = { first: 3, last: 2 };

export function whose({ organization, names, developers: ids }: Landmarks): person.Whose {
  return { organization, sessions: names, developers: ids };
}

function ours({ organization, developers }: Landmarks) {
  return { organization, developers };
}

async function ofPlace<Answer>(
  db: Database,
  id: string,
  ask: (db: Database, place: NonNullable<Awaited<ReturnType<typeof work.readPlaceOf>>>) => Promise<Answer>,
): Promise<Answer | null> {
  const place = await work.readPlaceOf(db, id);
  return place === null ? null : ask(db, place);
}

async function whoseOf(db: Database, { organization, developer }: Landmarks): Promise<WhoseData> {
  const found = await findWhoseData(db, { organizationId: organization, developer, now: 0 });
  if (found === null) throw new Error("the developer of the landmarks is gone");
  return found;
}

function sender({ organization, key }: Landmarks) {
  return { organization, key };
}
