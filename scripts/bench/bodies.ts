/** Bodies for load: log records as a coding agent sends them, each body with ids and times of its own. */
import { gzipSync } from "node:zlib";
import { claudeCodeLogs, claudeCodeRecord } from "../../src/demo/wires/claude-code-records.ts";
import { protobufOf } from "../protobuf-body.ts";
import type { WireAttributes } from "../../src/vocabulary/sending/otlp-values.ts";

export const ENCODINGS = ["plain", "gzip", "protobuf"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The headers that say it. */
export const ENCODING_HEADERS: Readonly<Record<Encoding, Record<string, string>>> = {
  plain: {},
  gzip: { "content-encoding": "gzip" },
  protobuf: { "content-type": "application/x-protobuf" },
};

const COUNTER_DIGITS = 12;
/** So that every counter has all its digits, and the first is none of JSON's forbidden zeros. */
const LEAST_COUNTER = 10 ** (COUNTER_DIGITS - 1);
const COUNTER_MARK = "0".repeat(COUNTER_DIGITS);
const SESSION_MARK = "5".repeat(COUNTER_DIGITS);
/** A long day's session; all records of a run in one would measure how a session of millions is put together. */
const RECORDS_A_SESSION = 500;

/** Makes bodies of one size; no two of one maker, nor of makers with other first counts, are equal. */
export interface BodyMaker {
  records: number;
  /** Returns the next body. It is only valid until the one after the next is asked for, where it is not zipped. */
  next(): Uint8Array;
}

/**
 * @param records - How many records a body has, and where its count begins. A record is what one model call
 *   of Claude Code looks like, about 1,200 bytes.
 * @see docs/dialects.md.
 */
export function createBodyMaker(records: number, encoding: Encoding, firstCount: number): BodyMaker {
  const { template, counters, sequences, sessions } =
    encoding === "protobuf" ? protobufTemplateOf(records) : templateOf(records);
  let count = firstCount;
  const countersARecord = counters.length / records;
  const write = (number: number, place: number) =>
    template.write(String(LEAST_COUNTER + number), place, "latin1");
  function next(): Uint8Array {
    const session = Math.floor(count / RECORDS_A_SESSION);
    for (const place of sessions) write(session, place);
    for (const [index, place] of counters.entries())
      write(count + Math.floor(index / countersARecord), place);
    for (const [index, place] of sequences.entries())
      writeVarint(template, place, LEAST_COUNTER + count + index);
    count += records;
    return encoding === "gzip" ? gzipSync(template, { level: 6 }) : template;
  }
  return { records, next };
}

interface Template {
  template: Buffer;
  /** Where each record's own number is in digits: in its request's id and, in JSON, in its sequence. */
  counters: number[];
  /** Where its sequence is in protobuf. */
  sequences: number[];
  /** Where the session's number is. */
  sessions: number[];
}

function templateOf(records: number): Template {
  const logRecords = Array.from({ length: records }, (_, index) => recordOf(index));
  // the sequence is a number, as agents send it
  const template = Buffer.from(
    JSON.stringify(claudeCodeLogs(logRecords)).replaceAll(
      `"intValue":"${COUNTER_MARK}"`,
      `"intValue":${COUNTER_MARK}`,
    ),
  );
  const counters = placesOf(COUNTER_MARK, template);
  return { template, counters, sequences: [], sessions: placesOf(SESSION_MARK, template) };
}

/** It is as long as every counter is in protobuf. */
const SEQUENCE_MARK = 111_222_333_444;

function protobufTemplateOf(records: number): Template {
  const logRecords = Array.from({ length: records }, (_, index) => recordOf(index));
  const text = JSON.stringify(claudeCodeLogs(logRecords)).replaceAll(
    `"intValue":"${COUNTER_MARK}"`,
    `"intValue":"${SEQUENCE_MARK}"`,
  );
  const template = Buffer.from(protobufOf(JSON.parse(text) as object, "logs"));
  const mark = Buffer.alloc(VARINT_BYTES);
  writeVarint(mark, 0, SEQUENCE_MARK);
  const counters = placesOf(COUNTER_MARK, template);
  return {
    template,
    counters,
    sequences: placesOf(mark, template),
    sessions: placesOf(SESSION_MARK, template),
  };
}

/** A counter has between 36 and 42 bits, seven in a byte. */
const VARINT_BYTES = 6;

function writeVarint(target: Buffer, place: number, number: number): void {
  let rest = number;
  for (let index = 0; index < VARINT_BYTES; index += 1) {
    target[place + index] = (rest % 128) | (index < VARINT_BYTES - 1 ? 128 : 0);
    rest = Math.floor(rest / 128);
  }
}

function placesOf(mark: string | Buffer, template: Buffer): number[] {
  const places: number[] = [];
  for (let at = template.indexOf(mark); at !== -1; at = template.indexOf(mark, at + mark.length)) {
    places.push(at);
  }
  return places;
}

function recordOf(index: number): object {
  const attributes = {
    "prompt.id": "a50257c3-7c7f-4c2e-9d1a-5f0e6a7b8c9d",
    model: "claude-haiku-5-5",
    input_tokens: 2,
    output_tokens: 4,
    cache_read_tokens: 9179,
    cache_creation_tokens: 13_356,
    cost_usd: 0.00276519,
    duration_ms: 742,
    ttft_ms: 729,
    request_id: `req_011CUx${COUNTER_MARK}`,
  };
  return claudeCodeRecord({ name: "api_request", at: Date.now() - 1000 + index, attributes }, STANDARD);
}

const STANDARD: WireAttributes = {
  // text until the body is written
  "event.sequence": { intValue: COUNTER_MARK },
  "user.id": "1f6c2c1f0d3b4a5c8e7f6a5b4c3d2e1f1f6c2c1f0d3b4a5c8e7f6a5b4c3d2e1f",
  "session.id": `eec3945a-5a85-4c3c-9aa2-${SESSION_MARK}`,
  "user.email": "dev@example.com",
};
