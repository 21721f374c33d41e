/** Reads the accounts of the turns of sub-sessions, to explain a number. */
import type { Database } from "../../database/open.ts";
import { readTurnIds } from "../../turns/turn-places-table.ts";
import { idIn, type SessionName } from "../../vocabulary/held-name.ts";
import { readTurnsOf } from "../accounts/accounts-table.ts";
import { type StoredTurn, type TurnPlace, unpackTurns } from "../accounts/stored-turns.ts";
import { accountForTurn, type Entry, type TurnAccount } from "../accounts/turn-account.ts";
import { type Baselines, usualSeconds, usualTokens } from "../baselines/baseline.ts";
import { type BaselineVersion, SHIPPED_VERSION } from "../baselines/baseline-versions.ts";
import { readBaselineVersions } from "../baselines/baselines-table.ts";
import type { JoinedRow } from "./sub-sessions-table.ts";
import type { TurnEntry } from "./turn-entry-answer.ts";

/** Returns the entries by sub-session, in the order of its turns. */
export async function readTurnEntries(
  database: Database,
  organization: string,
  rows: readonly JoinedRow[],
): Promise<Map<string, TurnEntry[]>> {
  const packed = await readTurnsOf(
    database,
    rows.map(({ id }) => id),
  );
  const unpacked = new Map([...packed].map(([id, turns]) => [id, unpackTurns(turns)]));
  const ids = await readTurnIds(database, organization, sessionsIn(rows, unpacked));
  const versions = await readBaselineVersions(database, organization);
  return new Map(
    rows.map((row) => {
      const turns = unpacked.get(row.id) ?? [];
      const held = baselinesOf(versions, row.baseline_version);
      return [row.id, turns.map((turn, place) => entryOf(turn, { row, place, held, ids }))];
    }),
  );
}

function sessionsIn(
  rows: readonly JoinedRow[],
  turns: ReadonlyMap<string, readonly StoredTurn[]>,
): SessionName[] {
  const others = [...turns.values()]
    .flat()
    .flatMap(({ undoneBy, repairOf }) => [undoneBy?.session ?? [], repairOf?.session ?? []].flat());
  return [...new Set([...rows.map(({ session }) => session), ...others])];
}

/** The values that the row was computed with, so that its turns add up to it while a recompute runs. */
function baselinesOf(versions: readonly BaselineVersion[], number: number): Baselines {
  return (versions.find(({ version }) => version === number) ?? SHIPPED_VERSION).baselines;
}

interface Entered {
  row: JoinedRow;
  place: number;
  held: Baselines;
  /** By session, then index. */
  ids: ReadonlyMap<SessionName, ReadonlyMap<number, string>>;
}

function entryOf(turn: StoredTurn, { row, place, held, ids }: Entered): TurnEntry {
  const { kind, why, lines, pauseSeconds, repair, repairOf, undone, undoneBy } = turn;
  const turnIndex = row.first_turn + place;
  const account = accountForTurn(turn, row.agent, held);
  return {
    turnId: ids.get(row.session)?.get(turnIndex) ?? "",
    turnIndex,
    kind,
    why: why === null ? null : whyOf(why),
    unit: account.unit,
    lines: account.unit === null || lines === 0 ? null : lines,
    volume: account.volume,
    ...axesOf(turn, account, { row, held }),
    pause: pauseSeconds,
    repair,
    repairOf: repairOf === null ? null : { rule: repairOf.rule, ...placeOf(repairOf, row.session, ids) },
    undone,
    undoneBy: undoneBy === null ? null : placeOf(undoneBy, row.session, ids),
  };
}

function placeOf(
  { session: named, index }: TurnPlace,
  own: SessionName,
  ids: Entered["ids"],
): NonNullable<TurnEntry["undoneBy"]> {
  const session = named ?? own;
  return { sessionId: idIn(session), turnId: ids.get(session)?.get(index) ?? null, turnIndex: index };
}

function whyOf(why: NonNullable<StoredTurn["why"]>): TurnEntry["why"] {
  const { knownWords, knownPaths, newGoal, refersBack, repair, z } = why;
  return { knownWords, knownPaths, newGoalCue: newGoal, referenceCue: refersBack, repair, z };
}

function axesOf(
  turn: StoredTurn,
  { entries }: TurnAccount,
  { row, held }: { row: JoinedRow; held: Baselines },
): Pick<TurnEntry, "tokens" | "turns" | "humanTime"> {
  const { t, n, h } = entries;
  const tokens = t === undefined ? null : { ...amounts(t), usual: usualTokens(held, turn.kind, row.agent) };
  const seconds = { usual: usualSeconds(held, turn.kind), gapSeconds: turn.gapSeconds ?? 0 };
  return {
    tokens,
    turns: n === undefined ? null : amounts(n),
    humanTime: h === undefined ? null : { ...amounts(h), ...seconds },
  };
}

function amounts({ took, earned }: Entry): { actual: number; earned: number } {
  return { actual: took, earned };
}
