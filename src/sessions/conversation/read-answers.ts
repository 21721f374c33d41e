/** Reads what models answered in a part of a session from the records as they are stored. */
import { findFrames, type FramePlace } from "../../catalogue/frame-table.ts";
import { type Damage, readFrameLines } from "../../catalogue/frame-text.ts";
import type { SessionOf } from "../../database/engine.ts";
import type { Database } from "../../database/open.ts";
import { type Holders, readHolders } from "../../identity/holders.ts";
import { ANSWER_ATTRIBUTES, type ReadAnswer, readAnswer } from "../../normaliser/captured/read-answer.ts";
import { type Agent, declarationOf } from "../../normaliser/dialects/agents.ts";
import { readLine } from "../../normaliser/records/read-line.ts";
import { sessionOf } from "../../normaliser/records/read-record.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { idIn, sessionName, wholeName } from "../../vocabulary/held-name.ts";
import type { StoredLine, StoredSignal } from "../../vocabulary/otlp.ts";
import { type Bytes, type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";

/** Where records are read. */
export interface RecordStores {
  database: Database;
  objects: ObjectStore;
  /** Hears of frames that cannot be read. */
  damaged(frame: { objectKey: string; offset: Bytes } & Damage): void;
}

/** Which answers are wanted. */
export interface AnswersAsked {
  name: SessionOf;
  agent: Agent;
  /** Answers at this time or later… */
  from: Instant;
  /** …and before this. */
  to: Instant;
}

/** What was found. */
export interface FoundAnswers {
  /** The earliest first. */
  answers: ReadAnswer[];
  /** Every answer from here on was read; `from` where all were. */
  readFrom: Instant;
}

/** What one request may read before it answers with what it has. */
const READ_BYTES: Bytes = 64 * 1024 * 1024;
const READ_MS: Milliseconds = 2 * SECOND;

/** Reads the newest answers first, for a limited time. */
export async function readAnswers(stores: RecordStores, asked: AnswersAsked): Promise<FoundAnswers> {
  const session = wholeName(asked.name.session);
  const found = { answers: [] as ReadAnswer[], readFrom: asked.from };
  const holders = await readHolders(stores.database);
  const isOurs = createSieve(session, holders);
  const bound = { bytes: 0, until: performance.now() + READ_MS };
  for (const signal of signalsOf(asked.agent)) {
    for await (const frame of framesOf(stores.database, signal, asked)) {
      if (bound.bytes > READ_BYTES || performance.now() > bound.until) {
        found.readFrom = Math.max(found.readFrom, frame.greatestMs + 1);
        break;
      }
      const lines = await linesOf(stores, frame);
      bound.bytes += lines.reduce((sum, line) => sum + line.length, 0);
      found.answers.push(...lines.filter(mayAnswer).flatMap((line) => answersIn(line, isOurs)));
    }
  }
  const { from, to } = asked;
  const wanted = found.answers.filter(({ at }) => at >= from && at < to);
  return { ...found, answers: wanted.toSorted((left, right) => left.at - right.at) };
}

/** What the Claude Code plugin sends first: each is the last answer of its turn. */
function signalsOf(agent: Agent): StoredSignal[] {
  const { answersIn } = declarationOf(agent);
  return answersIn === undefined ? ["prompts"] : ["prompts", answersIn];
}

function framesOf(
  database: Database,
  signal: StoredSignal,
  { name: { organization, session }, from, to }: AnswersAsked,
): AsyncIterable<FramePlace> {
  const event = signal === "prompts" ? "prompt_response" : null;
  return findFrames(database, { organization, signal, from, to, session: idIn(session), event });
}

async function linesOf({ objects, damaged }: RecordStores, frame: FramePlace): Promise<string[]> {
  const lines = await readFrameLines(objects, { key: frame.objectKey, ...frame });
  if (lines.ok) return lines.value;
  damaged({ objectKey: frame.objectKey, offset: frame.offset, ...lines.problem });
  return [];
}

/** Cheap, so that most lines need not be parsed. */
function mayAnswer(line: string): boolean {
  return ANSWER_ATTRIBUTES.some((name) => line.includes(`"${name}"`));
}

type Line = ReturnType<typeof readLine>;
type Sieve = (keyId: string, record: Line["records"][number]) => boolean;

/** Another key's session may have the same id. */
function createSieve(session: SessionOf["session"], holders: Holders): Sieve {
  return (keyId, record) => {
    const id = sessionOf(record.attributes) ?? sessionOf(record.resource);
    return id !== null && sessionName(holders(keyId), id) === session;
  };
}

function answersIn(text: string, isOurs: Sieve): ReadAnswer[] {
  const { keyId, records } = readLine(JSON.parse(text) as StoredLine);
  return records.flatMap((record) => {
    const answer = isOurs(keyId, record) ? readAnswer(record) : null;
    return answer === null ? [] : [answer];
  });
}
