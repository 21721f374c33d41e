/** What is known of a session as a whole, the same in whatever order its records came. */
import type { Agent } from "./dialects/agents.ts";
import type { Instant, Milliseconds } from "../vocabulary/units.ts";
import { isCaptured } from "./captured/read-captured.ts";
import { identitiesOf } from "./records/identity.ts";
import { labelsOf } from "./records/labels.ts";
import type { SentRecord } from "./records/read-record.ts";
import type { SessionName } from "../vocabulary/held-name.ts";

/** A value by which a record names a person, or a label and its value. */
export interface Identity {
  kind: string;
  value: string;
  /** The time of the record. */
  at: Instant;
}

/** What is known of a session; of several values that of the earliest record. */
export interface SessionFacts {
  organization: string;
  /** Its name: who holds it, and the id that the agent gave it. */
  session: SessionName;
  agent: Agent;
  /** The times of the records that named it; null while none did. */
  agentAt: Instant | null;
  version: string | null;
  versionAt: Instant | null;
  /** The key that it came with; others of the same holder may have sent some of it. */
  key: string;
  keyAt: Instant;
  newestRecordAt: Instant;
  /** At most one of each kind. */
  identities: Identity[];
  /** Its labels, by their names; at most one of each. */
  labels: Identity[];
}

/** What a session's first record to arrive says. */
export function newFacts(
  name: { organization: string; session: SessionName },
  record: SentRecord,
  from: RecordSource,
): SessionFacts {
  return { ...name, ...factsOf(record, from) };
}

/** Adds what a record says. */
export function noteRecord(facts: SessionFacts, record: SentRecord, from: RecordSource): void {
  joinFacts(facts, factsOf(record, from));
}

/** What reading a record's facts needs besides it. */
interface RecordSource {
  /** The key that it came with. */
  key: string;
  /** The names of the attributes that are labels. */
  labels: readonly string[];
}

type RecordFacts = Omit<SessionFacts, "organization" | "session">;

function factsOf(record: SentRecord, { key, labels }: RecordSource): RecordFacts {
  const { agent, version, at } = record;
  return {
    agent,
    agentAt: agent === "other" ? null : isCaptured(record) ? at + AFTER_TELEMETRY : at,
    version,
    versionAt: version === null ? null : at,
    key,
    keyAt: at,
    newestRecordAt: at,
    identities: identitiesOf(record).map(({ kind, value }) => ({ kind, value, at })),
    labels: labelsOf(record, labels).map(({ name: kind, value, isGuess }) => {
      return { kind, value, at: isGuess ? at + AFTER_TELEMETRY : at };
    }),
  };
}

/** The Claude Code plugin's word on the agent counts only while no telemetry names it: the agent's dialect must read that. */
const AFTER_TELEMETRY: Milliseconds = 1e15;

/** Adds what other records of the session said; twice is as once. */
export function joinFacts(facts: SessionFacts, more: RecordFacts): void {
  const { agent, agentAt, version, versionAt, key, keyAt } = more;
  facts.newestRecordAt = Math.max(facts.newestRecordAt, more.newestRecordAt);
  if (isFirst({ value: agent, at: agentAt }, { value: facts.agent, at: facts.agentAt })) {
    Object.assign(facts, { agent, agentAt });
  }
  if (isFirst({ value: version, at: versionAt }, { value: facts.version, at: facts.versionAt })) {
    Object.assign(facts, { version, versionAt });
  }
  if (isFirst({ value: key, at: keyAt }, { value: facts.key, at: facts.keyAt })) {
    Object.assign(facts, { key, keyAt });
  }
  for (const identity of more.identities) noteIdentity(facts.identities, identity);
  for (const label of more.labels) noteIdentity(facts.labels, label);
}

function noteIdentity(identities: Identity[], identity: Identity): void {
  const known = identities.find(({ kind }) => kind === identity.kind);
  if (known === undefined) identities.push({ ...identity });
  else if (isFirst(identity, known)) Object.assign(known, identity);
}

/** A value and the time of the record that had it; null when none did. */
interface Telling {
  value: string | null;
  at: Instant | null;
}

/** Records of one time are ordered by what they say, because their order may differ between deliveries. */
function isFirst(telling: Telling, known: Telling): boolean {
  if (telling.at === null || telling.value === null) return false;
  if (known.at === null || known.value === null) return true;
  return telling.at < known.at || (telling.at === known.at && telling.value < known.value);
}
