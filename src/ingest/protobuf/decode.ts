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
  const decoding = {
    reader: new BinaryReader(bytes),
    texts: textsIn(bytes),
    most,
    values: 0,
    objects: 0,
    depth: 0,
  };
  try {
    return succeed(readFields(decoding, { shape: REQUESTS[signal], end: bytes.length, into: {} }));
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

function readText({ reader, texts: { bytes, latin1 } }: Decoding): string {
  const end = endIn(reader, reader.len);
  const start = reader.pos;
  reader.pos = end;
  for (let at = start; at < end; at += 1)
    if ((bytes[at] as number) > LAST_ASCII) return bytes.toString("utf8", start, end);
  return latin1.slice(start, end);
}

const LAST_ASCII = 127;

interface Decoding {
  reader: BinaryReader;
  texts: Texts;
  most: MostValues;
  /** Counted as a body of JSON is: by opening brackets and commas. */
  values: number;
  objects: number;
  depth: number;
}

type Loose = Record<string, unknown>;

/** How a field that is no message is read. */
interface ScalarType {
  wire: WireType;
  read(reader: BinaryReader, decoding: Decoding): unknown;
}

interface Field {
  name: string;
  isList: boolean;
  isInOneof: boolean;
  type: ScalarType | Shape;
}

/** A message's fields by their numbers. */
interface Shape {
  fields: (Field | undefined)[];
}

const SCALARS: Readonly<Record<string, ScalarType>> = {
  string: { wire: WireType.LengthDelimited, read: (_, decoding) => readText(decoding) },
  bytes: { wire: WireType.LengthDelimited, read: (reader) => bufferOf(reader).toString("base64") },
  id: { wire: WireType.LengthDelimited, read: (reader) => bufferOf(reader).toString("hex") },
  bool: { wire: WireType.Varint, read: (reader) => reader.bool() },
  int32: { wire: WireType.Varint, read: (reader) => reader.int32() },
  sint32: { wire: WireType.Varint, read: (reader) => reader.sint32() },
  uint32: { wire: WireType.Varint, read: (reader) => reader.uint32() },
  int64: { wire: WireType.Varint, read: (reader) => String(reader.int64()) },
  uint64: { wire: WireType.Varint, read: (reader) => String(reader.uint64()) },
  fixed32: { wire: WireType.Bit32, read: (reader) => reader.fixed32() },
  fixed64: { wire: WireType.Bit64, read: (reader) => String(reader.fixed64()) },
  sfixed64: { wire: WireType.Bit64, read: (reader) => String(reader.sfixed64()) },
  double: { wire: WireType.Bit64, read: (reader) => jsonNumber(reader.double()) },
};

function bufferOf(reader: BinaryReader): Buffer {
  const bytes = reader.bytes();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function jsonNumber(number: number): number | string {
  return Number.isFinite(number) ? number : String(number);
}

const SHAPES: ReadonlyMap<string, Shape> = shapesOf(MESSAGES);

const REQUESTS: Readonly<Record<Signal, Shape>> = {
  logs: shapeNamed("ExportLogsServiceRequest"),
  metrics: shapeNamed("ExportMetricsServiceRequest"),
  traces: shapeNamed("ExportTraceServiceRequest"),
};

type Table = Readonly<Record<string, Readonly<Record<number, readonly [string, string, string?]>>>>;

function shapesOf(table: Table): Map<string, Shape> {
  const shapes = new Map<string, Shape>(Object.keys(table).map((message) => [message, { fields: [] }]));
  for (const [message, fields] of Object.entries(table))
    for (const [number, [name, typeName, kind]] of Object.entries(fields)) {
      const type = SCALARS[typeName] ?? shapes.get(typeName);
      if (type === undefined) throw new Error(`BUG: ${message}.${name} has the unknown type ${typeName}`);
      const field = { name, isList: kind === "list", isInOneof: kind === "oneof", type };
      (shapes.get(message) as Shape).fields[Number(number)] = field;
    }
  return shapes;
}

function shapeNamed(message: string): Shape {
  const shape = SHAPES.get(message);
  if (shape === undefined) throw new Error(`BUG: no message ${message}`);
  return shape;
}

/** A message that is to be read. */
interface Message {
  shape: Shape;
  /** Where its bytes end. */
  end: number;
  /** What an earlier part of the same message said: a message may come in parts. */
  into: Loose;
}

function readFields(decoding: Decoding, { shape, end, into }: Message): Loose {
  const { reader } = decoding;
  enter(decoding);
  let [isFirst, member] = [true, ""];
  while (reader.pos < end) {
    const [number, wire] = reader.tag();
    const field = shape.fields[number];
    if (field === undefined || !fits(field, wire)) {
      reader.skip(wire, number);
      continue;
    }
    if (!isFirst) countValue(decoding);
    isFirst = false;
    if (field.isInOneof) {
      // of two members the later one counts
      if (member !== "" && member !== field.name) delete into[member];
      member = field.name;
    }
    readField(decoding, { field, wire, into, end });
  }
  if (reader.pos !== end) throw new RangeError("a field ends outside its message");
  decoding.depth -= 1;
  return into;
}

/** An opening bracket. */
function enter(decoding: Decoding): void {
  decoding.depth += 1;
  decoding.objects += 1;
  if (decoding.depth > DEEPEST) throw new Exceeded({ kind: "too_deep", deepest: DEEPEST });
  countValue(decoding);
}

function countValue(decoding: Decoding): void {
  decoding.values += 1;
  const { values, objects, most } = decoding;
  if (values > most.values || objects > most.objects) throw new Exceeded({ kind: "too_many_values" });
}

/** Lists of numbers come in one piece or one by one; a field with any other encoding is not the one that is known. */
function fits({ type, isList }: Field, wire: WireType): boolean {
  const usual = "wire" in type ? type.wire : WireType.LengthDelimited;
  return wire === usual || (isList && wire === WireType.LengthDelimited);
}

interface Occurrence {
  field: Field;
  wire: WireType;
  into: Loose;
  /** Where the message ends that holds it. */
  end: number;
}

function readField(decoding: Decoding, { field, wire, into, end }: Occurrence): void {
  const { name, type, isList } = field;
  const { reader } = decoding;
  if (isList) {
    const list = listIn(decoding, into, name);
    if (!("wire" in type))
      list.push(readFields(decoding, { shape: type, end: endIn(reader, end), into: {} }));
    else if (wire === type.wire) list.push(type.read(reader, decoding));
    else readPacked(decoding, { type, list, end: endIn(reader, end) });
  } else if ("wire" in type) {
    into[name] = type.read(reader, decoding);
  } else {
    const earlier = (into[name] as Loose | undefined) ?? {};
    into[name] = readFields(decoding, { shape: type, end: endIn(reader, end), into: earlier });
  }
}

function listIn(decoding: Decoding, into: Loose, name: string): unknown[] {
  const known = into[name] as unknown[] | undefined;
  if (known !== undefined) return known;
  countValue(decoding);
  const list: unknown[] = [];
  into[name] = list;
  return list;
}

function readPacked(
  decoding: Decoding,
  { type, list, end }: { type: ScalarType; list: unknown[]; end: number },
): void {
  while (decoding.reader.pos < end) {
    countValue(decoding);
    list.push(type.read(decoding.reader, decoding));
  }
}

/** Where a message or list ends whose length comes next. */
function endIn(reader: BinaryReader, outerEnd: number): number {
  const end = reader.uint32() + reader.pos;
  if (end > outerEnd) throw new RangeError("a field is longer than its message");
  return end;
}
