/** Keeps what a batch's objects hold, and marks the sessions that it changes. */
import { saveAnswerTexts } from "../catalogue/answer-texts-table.ts";
import type { Database } from "../database/open.ts";
import { idIn, type SessionName, wholeName } from "../vocabulary/held-name.ts";
import { selectSealed } from "../writer/upkeep/table.ts";
import { markDirty } from "./dirty-table.ts";
import type { Examination } from "./examine.ts";
import { findNeighbours, saveSigns } from "./neighbours/neighbours-table.ts";
import { findPossibleHelpers, saveMoments } from "./own-conversations/moments-table.ts";
import { joinFacts } from "./session-facts.ts";
import { saveParts } from "./parts/parts-table.ts";
import { forgetSetAside } from "./set-aside-table.ts";
import { scopeOf } from "./sightings/scope.ts";
import { saveChunks, type SightingChunk } from "./sightings/sightings-table.ts";
import { readSessions, saveLinks, saveSessions, sessionsOfScopes } from "./table.ts";

/** Which batch was examined, and in which pass: 0 for the first time, else the number of a rescore. */
export interface Pass {
  sequence: number;
  pass: number;
}

/** Keeps what a batch's objects hold, and marks the sessions that it changes. */
export async function saveExaminations(
  transaction: Database,
  examinations: ReadonlyMap<string, Examination>,
  pass: Pass,
): Promise<void> {
  for (const [organization, examination] of examinations) {
    await save(transaction, { organization, examination, ...pass });
  }
}

interface Examined extends Pass {
  organization: string;
  examination: Examination;
}

async function save(database: Database, examined: Examined): Promise<void> {
  const { organization, sequence, pass, examination } = examined;
  const { instances } = examination;
  const sealed = new Set(pass === 0 ? [] : await selectSealedScopes(database, organization, examination));
  const seen = [...examination.sightings].filter(([scope]) => !sealed.has(scope));
  const chunks = seen.map(([scope, sightings]): SightingChunk => {
    return { organization, scope, sequence, instance: instances.get(scope) ?? null, pass, sightings };
  });
  const links = [...examination.links.values()];
  await saveChunks(database, chunks);
  const newLinks = await saveLinks(database, links);
  const learned = await saveFacts(database, organization, examination);
  if (pass === 0) await saveParts(database, organization, examination.parts);
  await saveAnswerTexts(database, [...examination.answers.values()], sequence);
  const touched = [
    ...examination.sightings.keys(),
    ...instances.values(),
    ...links.map((link) => scopeOf.session(link.session)),
    // a session that was the only one of a trace or an instance may have to share it now
    ...newLinks.map((link) => link.scope),
    ...learned.map(scopeOf.session),
  ];
  const moments = [...examination.moments.values()];
  await saveMoments(database, moments);
  const signs = [...examination.signs.values()];
  await saveSigns(database, signs);
  const changed = new Set([
    ...(await sessionsOfScopes(database, organization, touched)),
    ...(await findPossibleHelpers(database, moments)),
    ...(await findNeighbours(database, signs)),
  ]);
  // a rescore tries again what was set aside
  if (pass > 0) await forgetSetAside(database, organization, [...changed]);
  await markDirty(
    database,
    [...changed].map((session) => ({ organization, session, sequence })),
  );
}

/**
 * Which sessions a batch reports is known for sure only after it was read: what was known of them is joined
 * here.
 *
 * @returns The later parts that learned something from the first one. Who sent a session is often known at its
 *   beginning only, and that may be examined last.
 */
async function saveFacts(
  database: Database,
  organization: string,
  { sessions }: Examination,
): Promise<SessionName[]> {
  const names = new Set([...sessions.keys()].flatMap((name) => [name, wholeName(name)]));
  const wholes = new Map(sessions);
  for (const known of await readSessions(database, organization, [...names])) {
    const facts = sessions.get(known.session);
    if (facts === undefined) wholes.set(known.session, known);
    else joinFacts(facts, known);
  }
  const learned: SessionName[] = [];
  for (const [name, facts] of sessions) {
    const whole = wholes.get(wholeName(name));
    if (whole === undefined || whole === facts) continue;
    const before = JSON.stringify(facts);
    joinFacts(facts, whole);
    if (JSON.stringify(facts) !== before) learned.push(name);
  }
  await saveSessions(database, [...sessions.values()]);
  return learned;
}

/** What a sealed session's sightings once were cannot be examined again as a whole, so they stay as they are. */
async function selectSealedScopes(
  database: Database,
  organization: string,
  { sessions }: Examination,
): Promise<string[]> {
  const sealed = new Set(await selectSealed(database, organization, [...sessions.keys()].map(idIn)));
  return [...sessions.keys()].filter((name) => sealed.has(idIn(name))).map(scopeOf.session);
}
