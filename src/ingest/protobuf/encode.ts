/** Answers of the OTLP endpoints in protobuf: an export response, or a google.rpc.Status. */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/** A google.rpc.Status as JSON has it. */
export interface Status {
  code: number;
  message: string;
  details?: readonly Detail[];
}

/** What a refusal says more: the field that is wrong, or how many seconds to wait. */
export type Detail =
  | { "@type": string; fieldViolations: readonly { field: string; description: string }[] }
  | { "@type": string; retryDelay: `${number}s` };

/** What was rejected of an accepted request. */
export interface PartialSuccess {
  rejected: number;
  errorMessage: string;
}

/**
 * An ExportLogsServiceResponse, which has the same form for metrics and traces.
 *
 * @param partial - null when nothing was rejected: the message is empty then.
 * @see Opentelemetry-proto, collector/logs/v1/logs_service.proto.
 */
export function encodeExportResponse(partial: PartialSuccess | null): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  if (partial === null) return writer.finish();
  return embed(writer, 1, (inner) => {
    inner.tag(1, WireType.Varint).int64(partial.rejected);
    text(inner, 2, partial.errorMessage);
  }).finish();
}

/** @see Googleapis, google/rpc/status.proto and google/rpc/error_details.proto. */
export function encodeStatus({ code, message, details = [] }: Status): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.Varint).int32(code);
  text(writer, 2, message);
  for (const detail of details)
    embed(writer, 3, (any) => {
      text(any, 1, detail["@type"]);
      any.tag(2, WireType.LengthDelimited).bytes(encodeDetail(detail));
    });
  return writer.finish();
}

function encodeDetail(detail: Detail): Uint8Array {
  const writer = new BinaryWriter();
  if ("retryDelay" in detail)
    return embed(writer, 1, (delay) => {
      delay.tag(1, WireType.Varint).int64(Number.parseInt(detail.retryDelay, 10));
    }).finish();
  for (const { field, description } of detail.fieldViolations)
    embed(writer, 1, (violation) => {
      text(violation, 1, field);
      text(violation, 2, description);
    });
  return writer.finish();
}

function embed(writer: BinaryWriter, field: number, write: (inner: BinaryWriter) => void): BinaryWriter {
  writer.tag(field, WireType.LengthDelimited).fork();
  write(writer);
  return writer.join();
}

function text(writer: BinaryWriter, field: number, value: string): void {
  writer.tag(field, WireType.LengthDelimited).string(value);
}
