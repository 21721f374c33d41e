/** The protobuf of what a body of OTLP/JSON says, for tests and load: captured bodies are JSON. */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { MESSAGES } from "../src/ingest/protobuf/messages.ts";
import type { Signal } from "../src/vocabulary/otlp.ts";

type Loose = Readonly<Record<string, unknown>>;
type Entry = readonly [name: string, type: string, kind?: string];
const TABLE: Readonly<Record<string, Readonly<Record<number, Entry>>>> = MESSAGES;

const REQUESTS: Readonly<Record<Signal, string>> = {
  logs: "ExportLogsServiceRequest",
  metrics: "ExportMetricsServiceRequest",
  traces: "ExportTraceServiceRequest",
};

/** @param body - With names in camelCase and values of the right types; whatever OTLP does not know is left out. */
export function protobufOf(body: object, signal: Signal): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  writeFields(writer, REQUESTS[signal], body as Loose);
  return writer.finish();
}

function writeFields(writer: BinaryWriter, message: string, body: Loose): void {
  for (const [number, [name, type, kind]] of Object.entries(TABLE[message] ?? {})) {
    const value = body[name] ?? null;
    if (value === null) continue;
    const values = kind === "list" ? (value as readonly unknown[]) : [value];
    for (const each of values) writeField(writer, Number(number), { type, value: each });
  }
}

function writeField(
  writer: BinaryWriter,
  number: number,
  { type, value }: { type: string; value: unknown },
): void {
  if (type in TABLE) {
    writer.tag(number, WireType.LengthDelimited).fork();
    writeFields(writer, type, value as Loose);
    writer.join();
    return;
  }
  const scalar = SCALARS[type];
  if (scalar === undefined) throw new Error(`there is no way to write ${type}`);
  scalar.write(writer.tag(number, scalar.wire), value);
}

interface Scalar {
  wire: WireType;
  write(writer: BinaryWriter, value: unknown): void;
}

const SCALARS: Readonly<Record<string, Scalar>> = {
  string: { wire: WireType.LengthDelimited, write: (writer, text) => writer.string(String(text)) },
  bytes: {
    wire: WireType.LengthDelimited,
    write: (writer, text) => writer.bytes(Buffer.from(String(text), "base64")),
  },
  id: {
    wire: WireType.LengthDelimited,
    write: (writer, text) => writer.bytes(Buffer.from(String(text), "hex")),
  },
  bool: { wire: WireType.Varint, write: (writer, flag) => writer.bool(flag === true) },
  int32: { wire: WireType.Varint, write: (writer, number) => writer.int32(Number(number)) },
  sint32: { wire: WireType.Varint, write: (writer, number) => writer.sint32(Number(number)) },
  uint32: { wire: WireType.Varint, write: (writer, number) => writer.uint32(Number(number)) },
  int64: { wire: WireType.Varint, write: (writer, number) => writer.int64(String(number)) },
  uint64: { wire: WireType.Varint, write: (writer, number) => writer.uint64(String(number)) },
  fixed32: { wire: WireType.Bit32, write: (writer, number) => writer.fixed32(Number(number)) },
  fixed64: { wire: WireType.Bit64, write: (writer, number) => writer.fixed64(String(number)) },
  sfixed64: { wire: WireType.Bit64, write: (writer, number) => writer.sfixed64(String(number)) },
  double: { wire: WireType.Bit64, write: (writer, number) => writer.double(Number(number)) },
};
