/** Looks at the records of one written batch and sorts what scoring needs by session. */
import type { AnswerText } from "../catalogue/answer-texts-table.ts";
import type { Holders } from "../identity/holders.ts";
import { timedId } from "../vocabulary/hash.ts";
import { USUAL_LABELS } from "../vocabulary/labels/label.ts";
import type { StoredLine } from "../vocabulary/otlp.ts";
import { NO_SESSION, heldName, sessionName, type SessionName } from "../vocabulary/held-name.ts";
import { type Agent, declarationOf } from "./dialects/agents.ts";
import { readHistoryEvent } from "./history/read-event.ts";
import { SessionParts, type Whereabouts } from "./parts/session-parts.ts";
import { readAnswer } from "./captured/read-answer.ts";
import { isCaptured, readCaptured } from "./captured/read-captured.ts";
import { type Moment, momentOf } from "./own-conversations/moment.ts";
import { type NeighbourSign, signIn } from "./neighbours/neighbour-sign.ts";
import { type Line, readLine, type SessionOfKey } from "./records/read-line.ts";
import type { SentRecord } from "./records/read-record.ts";
import { EARLIEST_MS, isBelievable, LATEST_AHEAD_MS } from "./records/record-time.ts";
import type { Dialect, Reading, Sighting } from "./sightings/sighting.ts";
import { newFacts, noteRecord, type SessionFacts } from "./session-facts.ts";
import { scopeOf } from "./sightings/scope.ts";
import type { ScopeLink } from "./table.ts";

type HeldReading = Reading<SessionName>;

/** What a batch held, gathered line by line. One organization's records only. */
export class Examination {
  /** Sightings by scope. */
  readonly sightings = new Map<string, Sighting[]>();
  readonly links = new Map<string, ScopeLink>();
  /** For the scopes of traces: the scope of the instance whose only session is theirs if no record names another. */
  readonly instances = new Map<string, string>();
  readonly sessions = new Map<SessionName, SessionFacts>();
  /** Of agents that hold conversations with themselves, by what and when. */
  readonly moments = new Map<string, Moment>();
  /** What records say about other sessions than their own. */
  readonly signs = new Map<string, NeighbourSign>();
  /** What models answered, where it is sent and kept, by id. */
  readonly answers = new Map<string, AnswerText>();
  /** The parts of sessions without end; nothing is known of any unless it is set before the first line. */
  parts = new SessionParts();
  /** The names of the attributes that are labels of sessions. */
  labels: readonly string[] = USUAL_LABELS;
  /** Log records, spans and points looked at. */
  records = 0;
  /** Of those, the ones whose clock cannot be believed. */
  oddTimes = 0;

  /** @param known - What is known of sessions so far; sessions not among them are new. */
  constructor(
    private readonly organization: string,
    private readonly holders: Holders,
    known: readonly SessionFacts[],
  ) {
    for (const facts of known) this.sessions.set(facts.session, structuredClone(facts));
  }

  /** Examines one stored line. */
  add(line: StoredLine): void {
    const agentOfSession = ({ session, keyId }: SessionOfKey): Agent | null =>
      this.sessions.get(sessionName(this.holders(keyId), session))?.agent ?? null;
    const { keyId, receivedAt, records } = readLine(line, { agentOfSession });
    for (const record of records) {
      this.records += 1;
      if (!isBelievable(record.at, receivedAt)) this.oddTimes += 1;
      else this.addRecord(record, { keyId, receivedAt });
    }
  }

  private addRecord(record: SentRecord, { keyId, receivedAt }: Pick<Line, "keyId" | "receivedAt">): void {
    const dialect = declarationOf(record.agent).dialect;
    const read = readRecord(record, dialect);
    if (read === null) return;
    const at = { place: record.place, signal: isCaptured(record) ? ("prompts" as const) : record.signal };
    const reading = this.inItsPart(nameHeld(read, this.holders(keyId)), at);
    // the beginning of a call and the events of a span have times of their own
    const latest = receivedAt + LATEST_AHEAD_MS;
    if (reading.sightings.some(({ startedAt, at }) => startedAt < EARLIEST_MS || at > latest)) {
      this.oddTimes += 1;
      return;
    }
    if (dialect.talksToItself === true) this.noteMoments(reading, keyId);
    if (dialect.tellsOfNeighbours === true) this.noteSigns(reading, keyId);
    const scope = scopeOfReading(reading);
    if (scope === null) return;
    if (reading.session !== null) {
      this.noteSession(reading.session, record, keyId);
      this.parts.add(reading.session, at, reading.sightings);
      this.noteAnswer(reading.session, record, at);
    }
    this.noteLinks(reading);
    if (reading.sightings.length > 0) listIn(this.sightings, scope).push(...reading.sightings);
  }

  private inItsPart(reading: HeldReading, at: Whereabouts): HeldReading {
    const { session } = reading;
    return session === null ? reading : { ...reading, session: this.parts.partAt(session, at) };
  }

  private noteSession(session: SessionName, record: SentRecord, keyId: string): void {
    const known = this.sessions.get(session);
    const { organization, labels } = this;
    const from = { key: keyId, labels };
    if (known !== undefined) return noteRecord(known, record, from);
    this.sessions.set(session, newFacts({ organization, session }, record, from));
  }

  private noteAnswer(session: SessionName, record: SentRecord, { signal }: Whereabouts): void {
    const { at, promptId, text } = readAnswer(record) ?? { text: null };
    if (text === null) return;
    const { organization } = this;
    const id = timedId(at, "answer", organization, session, at, text);
    const answer = { id, organization, session, answered_at: at, signal, prompt: promptId, text };
    this.answers.set(id, answer);
  }

  private noteLinks({ session, traceId, instance }: HeldReading): void {
    if (session === null) {
      if (traceId !== null && instance !== null)
        this.instances.set(scopeOf.trace(traceId), scopeOf.instance(instance));
      return;
    }
    if (traceId !== null) this.noteLink(scopeOf.trace(traceId), session);
    if (instance !== null) this.noteLink(scopeOf.instance(instance), session);
  }

  private noteMoments({ session, sightings }: HeldReading, key: string): void {
    if (session === null) return;
    for (const sighting of sightings) {
      const what = momentOf(sighting);
      if (what === null) continue;
      const moment = { organization: this.organization, session, key, what, at: sighting.at };
      this.moments.set(`${session} ${what} ${sighting.at}`, moment);
    }
  }

  private noteSigns({ session, sightings }: HeldReading, key: string): void {
    for (const sighting of sightings) {
      const what = signIn(sighting);
      if (what === null) continue;
      const { at, process } = sighting;
      const sign = {
        organization: this.organization,
        session: session ?? NO_SESSION,
        key,
        process,
        what,
        at,
      };
      this.signs.set(`${sign.session} ${key} ${what} ${at}`, sign);
    }
  }

  private noteLink(scope: string, session: SessionName): void {
    const key = `${scope} ${session}`;
    if (!this.links.has(key)) this.links.set(key, { organization: this.organization, scope, session });
  }
}

/** What the plugin sent, and events of agents' files, are the same for every agent. */
function readRecord(record: SentRecord, dialect: Dialect): Reading | null {
  return isCaptured(record) ? readCaptured(record) : (readHistoryEvent(record) ?? dialect.read(record));
}

/** Returns the reading with names in the place of ids, so that nobody's records fall to another's session. */
function nameHeld({ sightings, ...ids }: Reading, holder: string): HeldReading {
  const name = (id: string | null) => (id === null ? null : heldName(holder, id));
  const session = ids.session === null ? null : sessionName(holder, ids.session);
  return { session, traceId: name(ids.traceId), instance: name(ids.instance), sightings };
}

function scopeOfReading({ session, traceId, instance }: HeldReading): string | null {
  if (session !== null) return scopeOf.session(session);
  if (traceId !== null) return scopeOf.trace(traceId);
  return instance === null ? null : scopeOf.instance(instance);
}

function listIn<Value>(map: Map<string, Value[]>, key: string): Value[] {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made: Value[] = [];
  map.set(key, made);
  return made;
}
