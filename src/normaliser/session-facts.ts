/** What is known of a session as a whole, the same in whatever order its records came. */
import type { Agent } from "../vocabulary/agent.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import { identitiesOf } from "./identity.ts";
import type { TelemetryRecord } from "./record.ts";

/** A value by which a record names a person. */
export interface Identity {
  kind: string;
  value: string;
  /** The time of the record. */
  at: Milliseconds;
}

/** What is known of a session; of several values that of the earliest record. */
export interface SessionFacts {
  organization: string;
  session: string;
  agent: Agent;
  /** The times of the records that told; null while none did. */
  agentAt: Milliseconds | null;
  version: string | null;
  versionAt: Milliseconds | null;
  /** The key that it came with. */
  key: string;
  keyAt: Milliseconds;
  newestRecordAt: Milliseconds;
  /** At most one of each kind. */
  identities: Identity[];
}

/** What a session's first record to arrive tells. */
export function newFacts(
  name: { organization: string; session: string },
  record: TelemetryRecord,
  key: string,
): SessionFacts {
  const nothing = { agentAt: null, version: null, versionAt: null, identities: [] };
  const facts: SessionFacts = {
    ...name,
    agent: "other",
    ...nothing,
    key,
    keyAt: record.at,
    newestRecordAt: record.at,
  };
  noteRecord(facts, record, key);
  return facts;
}

/** Adds what a record tells. */
export function noteRecord(facts: SessionFacts, record: TelemetryRecord, key: string): void {
  const { agent, version, at } = record;
  facts.newestRecordAt = Math.max(facts.newestRecordAt, at);
  if (agent !== "other" && isFirst({ value: agent, at }, { value: facts.agent, at: facts.agentAt })) {
    Object.assign(facts, { agent, agentAt: at });
  }
  if (version !== null && isFirst({ value: version, at }, { value: facts.version, at: facts.versionAt })) {
    Object.assign(facts, { version, versionAt: at });
  }
  if (isFirst({ value: key, at }, { value: facts.key, at: facts.keyAt })) {
    Object.assign(facts, { key, keyAt: at });
  }
  for (const { kind, value } of identitiesOf(record)) noteIdentity(facts.identities, { kind, value, at });
}

function noteIdentity(identities: Identity[], told: Identity): void {
  const known = identities.find(({ kind }) => kind === told.kind);
  if (known === undefined) identities.push(told);
  else if (isFirst(told, known)) Object.assign(known, told);
}

/** Two records of one time are told apart by what they say, because their order may differ from one delivery to the next. */
function isFirst(
  told: { value: string; at: Milliseconds },
  known: { value: string | null; at: Milliseconds | null },
): boolean {
  if (known.at === null || known.value === null) return true;
  return told.at < known.at || (told.at === known.at && told.value < known.value);
}
