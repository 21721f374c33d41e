/** From protobuf to what JSON.parse makes of the same records in OTLP/JSON, so that everything behind it is the same. */
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { Signal } from "../../vocabulary/otlp.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Excess, MostValues } from "../reading/count-values.ts";
import { MESSAGES } from "./messages.ts";

export type DecodeProblem = { kind: "no_protobuf" } | Excess;

/**
 * Messages in each other. An attribute's value may be nested 32 deep, which takes two messages a level.
 *
 * @see Protobuf's own readers, which have the same limit.
 */
const DEEPEST = 100;

/**
 * The records of a body, as JSON.parse would return them: ids in hexadecimal digits, bytes in base64, 64-bit integers
 * in decimal digits. Fields that OTLP does not know are left out.
 *
 * @throws `too_many_values` for more values than the same records may have in JSON, `too_deep`, `no_protobuf`.
 * @remarks Bytes of texts that are no UTF-8 become U+FFFD, as in JSON.
 */
export function decodeProtobuf(
  bytes: Uint8Array,
  signal: Signal,
  most: MostValues,
): Result<object, DecodeProblem> {
  const decoding: Decoding = {
    reader: new BinaryReader(bytes),
    end: bytes.length,
    texts: textsIn(bytes),
    most,
    values: 0,
    objects: 0,
    depth: 0,
  };
  try {
    return succeed(readFields(decoding, REQUESTS[signal], {}));
  } catch (cause) {
    if (cause instanceof Exceeded) return fail(cause.excess);
    // the library throws these two; whatever else is thrown is a bug
    if (cause instanceof RangeError || (cause instanceof Error && cause.constructor === Error))
      return fail({ kind: "no_protobuf" });
    throw cause;
  }
}

/** Leaves the whole decoding at once, from however deep. */
class Exceeded extends Error {
  constructor(readonly excess: Excess) {
    super(excess.kind);
  }
}

/** All bytes twice over: a piece of a text costs a quarter of what decoding the piece does. */
interface Texts {
  bytes: Buffer;
  /** Each byte as a character, which is right where it is ASCII. */
  latin1: string;
}

function textsIn({ buffer, byteOffset, byteLength }: Uint8Array): Texts {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return { bytes, latin1: bytes.toString("latin1") };
}

function readText(decoding: Decoding): string {
  const { reader, texts } = decoding;
  const { bytes, latin1 } = texts;
  const end = endOfNext(decoding);
  const start = reader.pos;
  reader.pos = end;
  for (let at = start; at < end; at += 1)
    if ((bytes[at] as number) > LAST_ASCII) return bytes.toString("utf8", start, end);
  return latin1.slice(start, end);
}

const LAST_ASCII = 127;

/** An integer of few digits, as most are; null for any other, which has to become a BigInt, and that is slow. */
function readShort({ reader, texts: { bytes } }: Decoding): string | null {
  let number = 0;
  let unit = 1;
  for (let at = reader.pos; at < reader.pos + EXACT_BYTES; at += 1) {
    const byte = bytes[at] as number;
    number += (byte % CONTINUED) * unit;
    if (byte < CONTINUED) {
      reader.pos = at + 1;
      return String(number);
    }
    unit *= CONTINUED;
  }
  return null;
}

/** A byte of an integer has seven bits of it, and this one while more follow. */
const CONTINUED = 128;
/** Seven bytes have 49 bits, which a number holds exactly. */
const EXACT_BYTES = 7;

interface Decoding {
  reader: BinaryReader;
  /** Where the message ends that is being read. */
  end: number;
  texts: Texts;
  most: MostValues;
  /** Counted as a body of JSON is: by opening brackets and commas. */
  values: number;
  objects: number;
  depth: number;
}

type Loose = Record<string, unknown>;

/** How a field is read. */
interface Type {
  wire: WireType;
  /** @param earlier - What an earlier part of the same message said: a message may come in parts. */
  read(decoding: Decoding, earlier?: unknown): unknown;
}

interface Field extends Type {
  name: string;
  isList: boolean;
  isInOneof: boolean;
}

/** A message's fields by their numbers. */
interface Shape {
  fields: (Field | undefined)[];
}

const SCALARS: Readonly<Record<string, Type>> = {
  string: { wire: WireType.LengthDelimited, read: readText },
  bytes: { wire: WireType.LengthDelimited, read: ({ reader }) => bufferOf(reader).toString("base64") },
  id: { wire: WireType.LengthDelimited, read: ({ reader }) => bufferOf(reader).toString("hex") },
  bool: { wire: WireType.Varint, read: ({ reader }) => reader.bool() },
  int32: { wire: WireType.Varint, read: ({ reader }) => reader.int32() },
  sint32: { wire: WireType.Varint, read: ({ reader }) => reader.sint32() },
  uint32: { wire: WireType.Varint, read: ({ reader }) => reader.uint32() },
  int64: {
    wire: WireType.Varint,
    read: (decoding) => readShort(decoding) ?? String(decoding.reader.int64()),
  },
  uint64: {
    wire: WireType.Varint,
    read: (decoding) => readShort(decoding) ?? String(decoding.reader.uint64()),
  },
  fixed32: { wire: WireType.Bit32, read: ({ reader }) => reader.fixed32() },
  fixed64: { wire: WireType.Bit64, read: ({ reader }) => String(reader.fixed64()) },
  sfixed64: { wire: WireType.Bit64, read: ({ reader }) => String(reader.sfixed64()) },
  double: { wire: WireType.Bit64, read: ({ reader }) => jsonNumber(reader.double()) },
};

function bufferOf(reader: BinaryReader): Buffer {
  const bytes = reader.bytes();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function jsonNumber(number: number): number | string {
  return Number.isFinite(number) ? number : String(number);
}

const SHAPES = shapesOf(MESSAGES);

const REQUESTS: Readonly<Record<Signal, Shape>> = {
  logs: shapeIn(SHAPES, "ExportLogsServiceRequest"),
  metrics: shapeIn(SHAPES, "ExportMetricsServiceRequest"),
  traces: shapeIn(SHAPES, "ExportTraceServiceRequest"),
};

type Table = Readonly<Record<string, Readonly<Record<number, readonly [string, string, string?]>>>>;

function shapesOf(table: Table): Map<string, Shape> {
  const shapes = new Map<string, Shape>(Object.keys(table).map((message) => [message, { fields: [] }]));
  for (const [message, fields] of Object.entries(table))
    for (const [number, [name, typeName, kind]] of Object.entries(fields)) {
      const type = SCALARS[typeName] ?? messageOf(shapeIn(shapes, typeName));
      const field = { name, isList: kind === "list", isInOneof: kind === "oneof", ...type };
      (shapes.get(message) as Shape).fields[Number(number)] = field;
    }
  return shapes;
}

function messageOf(shape: Shape): Type {
  return {
    wire: WireType.LengthDelimited,
    read(decoding, earlier = {}) {
      const { end } = decoding;
      decoding.end = endOfNext(decoding);
      const message = readFields(decoding, shape, earlier as Loose);
      decoding.end = end;
      return message;
    },
  };
}

function shapeIn(shapes: ReadonlyMap<string, Shape>, message: string): Shape {
  const shape = shapes.get(message);
  if (shape === undefined) throw new Error(`BUG: no message ${message}`);
  return shape;
}

/** Reads fields until the message ends. */
function readFields(decoding: Decoding, { fields }: Shape, into: Loose): Loose {
  const { reader, end } = decoding;
  enter(decoding);
  let isFirst = true;
  let member = "";
  while (reader.pos < end) {
    const start = reader.pos;
    // the library's way to read a tag makes a list of it, and this loop is most of the work
    const tag = reader.uint32();
    const wire: WireType = tag & WIRE_BITS;
    const field = fields[tag >>> WIRE_LENGTH];
    if (field === undefined || !fits(field, wire)) {
      reader.pos = start;
      skipField(reader);
      continue;
    }
    if (!isFirst) countValue(decoding);
    isFirst = false;
    const { name } = field;
    if (field.isInOneof) {
      // of two members the later one counts
      if (member !== "" && member !== name) delete into[member];
      member = name;
    }
    if (!field.isList) into[name] = field.read(decoding, into[name]);
    else if (wire === field.wire) listIn(decoding, into, name).push(field.read(decoding));
    else readPacked(decoding, field, listIn(decoding, into, name));
  }
  leave(decoding);
  return into;
}

/** A tag is a field's number, and in the lowest bits how the field is encoded. */
const WIRE_LENGTH = 3;
const WIRE_BITS = 7;

/** @throws For a tag that protobuf forbids, too. */
function skipField(reader: BinaryReader): void {
  const [number, wire] = reader.tag();
  reader.skip(wire, number);
}

/** An opening bracket. */
function enter(decoding: Decoding): void {
  decoding.depth += 1;
  decoding.objects += 1;
  if (decoding.depth > DEEPEST) throw new Exceeded({ kind: "too_deep", deepest: DEEPEST });
  countValue(decoding);
}

function leave(decoding: Decoding): void {
  if (decoding.reader.pos !== decoding.end) throw new RangeError("a field ends outside its message");
  decoding.depth -= 1;
}

function countValue(decoding: Decoding): void {
  decoding.values += 1;
  const { values, objects, most } = decoding;
  if (values > most.values || objects > most.objects) throw new Exceeded({ kind: "too_many_values" });
}

/** Lists of numbers come in one piece or one by one; a field with any other encoding is not the one that is known. */
function fits({ wire: usual, isList }: Field, wire: WireType): boolean {
  return wire === usual || (isList && wire === WireType.LengthDelimited);
}

function listIn(decoding: Decoding, into: Loose, name: string): unknown[] {
  const known = into[name] as unknown[] | undefined;
  if (known !== undefined) return known;
  countValue(decoding);
  const list: unknown[] = [];
  into[name] = list;
  return list;
}

function readPacked(decoding: Decoding, field: Field, list: unknown[]): void {
  const end = endOfNext(decoding);
  while (decoding.reader.pos < end) {
    countValue(decoding);
    list.push(field.read(decoding));
  }
}

/** Where a text, message or list ends whose length comes next. */
function endOfNext({ reader, end: outerEnd }: Decoding): number {
  const end = reader.uint32() + reader.pos;
  if (end > outerEnd) throw new RangeError("a field is longer than its message");
  return end;
}
