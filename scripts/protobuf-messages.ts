/**
 * Writes the table of OTLP's messages from the descriptors of an opentelemetry-proto release.
 *
 * bun scripts/protobuf-messages.ts DESCRIPTORS RELEASE
 *
 * DESCRIPTORS is a FileDescriptorSet with the three collector services and their imports, as `protoc
 * --include_imports --descriptor_set_out=FILE` or `buf build -o FILE.binpb` writes it.
 */
import { join } from "node:path";
import {
  createFileRegistry,
  type DescField,
  type DescMessage,
  fromBinary,
  ScalarType,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { readCommandLine } from "./flags.ts";

const { operands } = readCommandLine({}, ["DESCRIPTORS", "RELEASE"]);
const [descriptors, release] = operands;
if (descriptors === undefined || release === undefined)
  throw new Error("say where the descriptors are, and of which release: protobuf-messages.ts FILE v1.10.0");

const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, await Bun.file(descriptors).bytes()));
/** Ids, which OTLP/JSON writes in hexadecimal digits and not in base64. */
const IDS = new Set(["traceId", "spanId", "parentSpanId"]);
const REQUESTS = [
  "logs.v1.ExportLogsServiceRequest",
  "metrics.v1.ExportMetricsServiceRequest",
  "trace.v1.ExportTraceServiceRequest",
];

const written = new Map<string, string>();
for (const request of REQUESTS) {
  const message = registry.getMessage(`opentelemetry.proto.collector.${request}`);
  if (message === undefined) throw new Error(`${descriptors} has no ${request}`);
  write(message);
}
const path = join(import.meta.dir, "../src/ingest/protobuf/messages.ts");
await Bun.write(path, sourceOf([...written.values()]));
await Bun.$`bun fmt ${path}`.quiet();

function write(message: DescMessage): void {
  if (written.has(nameOf(message))) return;
  written.set(nameOf(message), "");
  const lines = message.fields.map((field) => `    ${field.number}: ${JSON.stringify(entryOf(field))},`);
  written.set(nameOf(message), `  ${nameOf(message)}: {\n${lines.join("\n")}\n  },`);
  for (const { message: inner } of message.fields) if (inner !== undefined) write(inner);
}

/** `Span.Event` is SpanEvent; packages are left out, because no two of these messages have the same name. */
function nameOf({ typeName }: DescMessage): string {
  return typeName.replace(/^.*\.v1\./, "").replace(".", "");
}

function entryOf(field: DescField): string[] {
  const name = jsonNameOf(field);
  const kind = field.fieldKind === "list" ? ["list"] : field.oneof === undefined ? [] : ["oneof"];
  return [name, typeOf(field, name), ...kind];
}

/** As protobuf's JSON names fields; descriptors need not say it. */
function jsonNameOf({ name }: DescField): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function typeOf(field: DescField, name: string): string {
  if (field.message !== undefined) return nameOf(field.message);
  if (field.enum !== undefined) return "int32";
  if (field.scalar === ScalarType.BYTES) return IDS.has(name) ? "id" : "bytes";
  if (field.scalar === undefined) throw new Error(`${name} has a type that is not expected`);
  return ScalarType[field.scalar].toLowerCase();
}

function sourceOf(messages: readonly string[]): string {
  return `/**
 * OTLP's messages in protobuf, by field number: the name in JSON, the type, and whether it is a list or a member of the
 * message's only oneof. Written by scripts/protobuf-messages.ts.
 *
 * @see Opentelemetry-proto ${release}.
 */
export const MESSAGES = {
${messages.join("\n")}
} as const;
`;
}
