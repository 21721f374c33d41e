/** Decides whether a closed sub-session gets a card, and keeps it. */
import type { Database } from "../../database/open.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { idsOf, readDevelopers } from "../../identity/developers/directory.ts";
import type { MetricsRow } from "../../metrics/columns-table.ts";
import type { SkillInput } from "../../metrics/metrics.ts";
import { eachInput } from "../../scores/skill-inputs.ts";
import { weightedMean } from "../../scores/weighted-mean.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import { DAY, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import { isBeingPurged } from "../governance/being-purged.ts";
import type { NoCardReason } from "./card.ts";
import { type CardRow, readTitles, insertCard, readAdvisedPrompts } from "./cards-table.ts";
import { type FoundWork, readWork } from "./writing/read-work.ts";
import { readVotedDown, type VotedDown } from "./votes/votes-table.ts";
import { hasNoInput, type InputValues, weakestInput } from "./writing/weakest-input.ts";
import { readMetricsOf, readNear, type ValuesRow } from "./writing/work-table.ts";
import { endedInModelError, writeCard, type WrittenCard } from "./writing/write-card.ts";

/** More cards without being asked are nagging, and so is the same card twice within a day. */
const MOST_A_DAY = 3;
/** For so long an input gets no card after a thumbs-down. */
const REST: Milliseconds = 14 * DAY;
/** So many sub-sessions are used for one that lacks the input. */
const LAST = 10;

/**
 * What became of it. `enough`: the developer has three cards of that day, which is no limit for somebody who asks.
 * `gone`: the work, or whose it is, is not there or is being purged.
 */
export type Advised = "made" | "has_card" | "enough" | "gone" | NoCardReason;

/** When it is advised on, and by whose wish. */
export interface Asked {
  now: Instant;
  /** Whether somebody asks for it. */
  isAsked?: boolean;
  /** The developers of an organization, as the transaction sees them; read when absent. */
  developersOf?: (organization: string) => Promise<Developers>;
  /** What was voted down there of late, as `restingSince` says; read when absent. */
  votedDownIn?: (organization: string) => Promise<VotedDown>;
}

type Developers = ReadonlyMap<string, Developer>;

/** Returns the earliest time of a thumbs-down that still keeps an input from getting cards. */
export function restingSince(now: Instant): Instant {
  return now - REST;
}

/**
 * Makes the card of a sub-session.
 *
 * @param transaction - A transaction, and a sub-session that counts in scores.
 * @see docs/scoring.md, "Advisor".
 */
export async function advise(transaction: Database, metrics: MetricsRow, asked: Asked): Promise<Advised> {
  const { now, isAsked = false } = asked;
  const person = await personOf(transaction, metrics, asked.developersOf);
  if (person === null) return "gone";
  const whose = { organization: metrics.organization, developers: person.ids };
  const midnight = Math.floor(closedAtOf(metrics) / DAY) * DAY;
  const saidThatDay = await readTitles(transaction, { ...whose, from: midnight, to: midnight + DAY });
  if (!isAsked && saidThatDay.length >= MOST_A_DAY) return "enough";
  const resting = await readResting(transaction, whose, asked);
  // before its work is read, which takes a while in a long session
  const strength = hasNoInput(metrics) ? null : whyStrong(metrics, resting);
  if (strength !== null) return strength;
  const work = await readUnadvised(transaction, metrics);
  if (typeof work === "string") return work;
  const written = await writeFor(transaction, work, { ...person, resting });
  if (written === null) return whyUnwritten(work);
  if (saidThatDay.includes(written.title)) return "said_that_day";
  const card = cardRow({ metrics, prompt: work.firstPrompt, now }, written);
  return keepCard(transaction, card, person);
}

/** Returns the inputs that get no card now. */
async function readResting(
  transaction: Database,
  { organization, developers }: { organization: string; developers: readonly string[] },
  { now, votedDownIn }: Asked,
): Promise<ReadonlySet<SkillInput>> {
  const since = restingSince(now);
  const votedDown = await (votedDownIn?.(organization) ??
    readVotedDown(transaction, { organization, since }));
  return new Set(developers.flatMap((id) => [...(votedDown.get(id) ?? [])]));
}

/** When the work closed, and so the day that its card belongs to, however late that is written. */
function closedAtOf({ closed_at, ended_at }: MetricsRow): Instant {
  return closed_at ?? ended_at;
}

async function keepCard(transaction: Database, card: CardRow, { ids }: Person): Promise<Advised> {
  if (await isBeingPurged(transaction, ids)) return "gone";
  await insertCard(transaction, card);
  return "made";
}

/** Returns why no input needs advice; null when one does. */
function whyStrong(metrics: MetricsRow, resting: ReadonlySet<SkillInput>): NoCardReason | null {
  if (weakestInput(metrics, resting) !== null) return null;
  return weakestInput(metrics, new Set()) === null ? "no_weak_input" : "resting";
}

function whyUnwritten(work: FoundWork): NoCardReason {
  if (endedInModelError(work)) return "model_failed";
  return hasNoInput(work.metrics) ? "no_input" : "no_prompt_shows_it";
}

/** Returns why there is nothing to advise on, where there is a card, no prompt, or no work any more. */
async function readUnadvised(
  transaction: Database,
  metrics: MetricsRow,
): Promise<(FoundWork & { firstPrompt: string }) | "gone" | "has_card" | "no_prompt_shows_it"> {
  const work = await readWork(transaction, metrics);
  const [firstPrompt] = work?.promptIds ?? [];
  if (work === null) return "gone";
  if (firstPrompt === undefined) return "no_prompt_shows_it";
  // it may have begun later, before an earlier record came
  const advised = await readAdvisedPrompts(transaction, metrics);
  return work.promptIds.some((id) => advised.has(id)) ? "has_card" : { ...work, firstPrompt };
}

/** Whose sub-session it is. */
interface Person {
  developer: Developer;
  /** Those under which their rows are. */
  ids: readonly string[];
}

async function personOf(
  transaction: Database,
  metrics: MetricsRow,
  developersOf: Asked["developersOf"],
): Promise<Person | null> {
  const { organization } = metrics;
  const developers = await (developersOf?.(organization) ?? readDevelopers(transaction, organization));
  const developer = developers.get(metrics.developer);
  return developer === undefined ? null : { developer, ids: idsOf(developer.id, developers) };
}

async function writeFor(
  transaction: Database,
  work: FoundWork,
  { developer, ids, resting }: Person & { resting: ReadonlySet<SkillInput> },
): Promise<WrittenCard | null> {
  if (!hasNoInput(work.metrics)) {
    const input = weakestInput(work.metrics, resting);
    return input === null ? null : writeCard(input, work);
  }
  // others' work says nothing about who sat here
  if (developer.source === "key") return null;
  return writeFromLast(transaction, work.metrics, { ids, resting });
}

/** Looks at the developer's last sub-sessions, and writes about the weakest of those in the same session. */
async function writeFromLast(
  transaction: Database,
  { organization, session, started_at }: MetricsRow,
  { ids, resting }: { ids: readonly string[]; resting: ReadonlySet<SkillInput> },
): Promise<WrittenCard | null> {
  const last = await readNear(transaction, { organization, developers: ids, before: started_at }, LAST);
  const input = weakestInput(meansOf(last), resting);
  if (input === null) return null;
  const known = last.filter((row) => row.session === session && row[input] !== null);
  const [lowest] = known.toSorted((left, right) => (left[input] ?? 0) - (right[input] ?? 0));
  const metrics = lowest === undefined ? null : await readMetricsOf(transaction, lowest.sub_session);
  const work = metrics === null ? null : await readWork(transaction, metrics);
  return work === null ? null : writeCard(input, work);
}

function meansOf(rows: readonly ValuesRow[]): InputValues {
  const weights = Float64Array.from(rows, ({ weight }) => weight);
  return eachInput(
    (input) =>
      weightedMean(
        Float64Array.from(rows, (row) => row[input] ?? Number.NaN),
        weights,
      )?.mean ?? null,
  );
}

function cardRow(
  { metrics, prompt, now }: { metrics: MetricsRow; prompt: string; now: Instant },
  { input, title, advice, expectation, evidence }: WrittenCard,
): CardRow {
  const { organization, session, developer, sub_session, started_at } = metrics;
  return {
    id: derivedId("card", organization, session, prompt),
    organization,
    session,
    developer,
    sub_session,
    prompt,
    created_at: now,
    started_at,
    closed_at: closedAtOf(metrics),
    input,
    title,
    advice,
    evidence: JSON.stringify(evidence),
    expectation,
    rewrite: null,
    published_at: null,
  };
}
