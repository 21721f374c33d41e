/** Classifies the turns of changed sessions among all turns of the people who worked in them. */
import type { Database } from "../../database/open.ts";
import {
  type AccountPlace,
  type AccountRow,
  findAccountsAround,
  findAccountsOf,
} from "../../metrics/accounts/accounts-table.ts";
import { packTurns, type StoredTurn } from "../../metrics/accounts/stored-turns.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import type { HoleBetween } from "../../metrics/kinds/first-turns.ts";
import { LOOK_BACK } from "../../metrics/kinds/kind.ts";
import type { KnownTurn } from "../../metrics/kinds/known-turn.ts";
import { type RememberedRow, rowsAt } from "./remembered-rows.ts";
import { type ChangedSpan, changedSpan, joinSpans } from "./changed-spans.ts";
import { classifyAround, putTurn, type TurnsBySession } from "./classify-around.ts";

/** A session that was assembled, and what it knows of its turns. */
export interface KnownSession {
  session: SessionName;
  /** Whose turns are looked at together. */
  person: string;
  known: readonly KnownTurn[];
  /** What is known of each, as it is stored. */
  lines: readonly string[];
}

/** Another session's stored sub-session whose turns are different now. */
export interface ChangedNeighbour {
  row: AccountRow;
  /** As they were. */
  before: readonly StoredTurn[];
  turns: readonly StoredTurn[];
}

export interface ClassifiedSessions {
  /** The turns of the sessions that were asked for. */
  turns: TurnsBySession;
  neighbours: ChangedNeighbour[];
  /** Where the sessions' rows are stored. */
  before: readonly AccountPlace[];
}

/** What classifying needs in addition to the sessions. */
export interface ClassifyParts {
  transaction: Database;
  organization: string;
  holeBetween: HoleBetween;
  /** Reads the turns of sessions whose known turns were forgotten; none of a session without records. */
  readAgain: (sessions: readonly SessionName[]) => Promise<KnownTurn[]>;
}

/** Classifies the turns of one organization's sessions. */
export async function classifyPeople(
  sessions: readonly KnownSession[],
  parts: ClassifyParts,
): Promise<ClassifiedSessions> {
  const { transaction, organization } = parts;
  const names = sessions.map(({ session }) => session);
  const places = await findAccountsOf(transaction, organization, names);
  const before = await rowsAt(transaction, places);
  const rowsOf = Map.groupBy(before, ({ row }) => row.session);
  const people = changesByPerson(sessions, rowsOf);
  const all: ClassifiedSessions = { turns: new Map(), neighbours: [], before: places };
  for (const [person, { own, spans }] of people) {
    const stored: TurnsBySession = new Map();
    for (const { session } of own) for (const row of rowsOf.get(session) ?? []) putRow(stored, row);
    const work = { person, sessions: own, stored, measured: new Set(names) };
    for (const span of joinSpans(spans)) all.neighbours.push(...(await classifySpan(work, span, parts)));
    for (const { session, known } of own) all.turns.set(session, onlyKnown(stored.get(session), known));
  }
  return all;
}

interface Changes {
  own: KnownSession[];
  spans: ChangedSpan[];
}

/** A session that changed its person changes both people's turns. */
function changesByPerson(
  sessions: readonly KnownSession[],
  rowsOf: ReadonlyMap<SessionName, readonly RememberedRow[]>,
): Map<string, Changes> {
  const people = new Map<string, Changes>();
  const changesOf = (person: string): Changes => {
    const changes = people.get(person) ?? { own: [], spans: [] };
    people.set(person, changes);
    return changes;
  };
  for (const each of sessions) {
    const rows = rowsOf.get(each.session) ?? [];
    const same = rows.every(({ row }) => row.person === each.person);
    const span = changedSpan(each, same ? rows : []);
    const { own, spans } = changesOf(each.person);
    own.push(each);
    if (span !== null) spans.push(span);
    for (const { row } of same ? [] : rows)
      if (row.person !== each.person)
        changesOf(row.person).spans.push({ from: row.started_at, to: row.ended_at });
  }
  return people;
}

interface PersonWork {
  person: string;
  sessions: readonly KnownSession[];
  stored: TurnsBySession;
  /** All sessions that are being measured, whoever worked in them. */
  measured: ReadonlySet<string>;
}

async function classifySpan(
  { person, sessions, stored, measured }: PersonWork,
  span: ChangedSpan,
  { transaction, organization, holeBetween, readAgain }: ClassifyParts,
): Promise<ChangedNeighbour[]> {
  const window = { organization, person, from: span.from - LOOK_BACK, to: span.to + LOOK_BACK };
  const around = await findAccountsAround(transaction, window);
  const neighbours = around.filter(({ session }) => !measured.has(session));
  const rows = await rowsAt(transaction, neighbours);
  for (const row of rows) putRow(stored, row);
  const forgotten = new Set(rows.flatMap(({ row, lines }) => (lines === null ? [row.session] : [])));
  const again = forgotten.size === 0 ? [] : await readAgain([...forgotten]);
  const remembered = rows.flatMap((each) => (forgotten.has(each.row.session) ? [] : each.known()));
  const known = [...sessions.flatMap((each) => each.known), ...remembered, ...again];
  classifyAround(known, span, { stored, holeBetween });
  return rows.flatMap((row) => changedNeighbour(row, stored));
}

function putRow(stored: TurnsBySession, { row, turns }: RememberedRow): void {
  for (const [place, turn] of turns().entries()) putTurn(stored, row.session, [row.first_turn + place, turn]);
}

function changedNeighbour(before: RememberedRow, stored: TurnsBySession): ChangedNeighbour[] {
  const { row } = before;
  const byIndex = stored.get(row.session);
  const known = before.turns();
  const turns = known.map((turn, place) => byIndex?.get(row.first_turn + place) ?? turn);
  // those that were not looked at are the same objects
  if (turns.every((turn, place) => turn === known[place])) return [];
  return packTurns(turns) === row.turns ? [] : [{ row, before: known, turns }];
}

/** A session may have lost turns. */
function onlyKnown(
  stored: ReadonlyMap<number, StoredTurn> | undefined,
  known: readonly KnownTurn[],
): Map<number, StoredTurn> {
  return new Map(
    known.flatMap(({ index }) => {
      const turn = stored?.get(index);
      return turn === undefined ? [] : [[index, turn] as const];
    }),
  );
}
