/** Which kind of program sends telemetry, from its user agent, and what was wrong: short fixed lists, so that no outside text is kept. */

/**
 * Exporters as they name themselves.
 *
 * @see Captured requests of 2026-11-21 and the OpenTelemetry SDKs' sources.
 */
const SENDERS = [
  ["otel-javascript", /^OTel-OTLP-Exporter-JavaScript\b/i],
  ["otel-rust", /^OTel-OTLP-Exporter-Rust\b/i],
  ["otel-python", /^OTel-OTLP-Exporter-Python\b/i],
  ["otel-java", /^OTel-OTLP-Exporter-Java\b/i],
  ["otel-go", /^OTel[- ]OTLP[- ]Exporter[- ]Go\b/i],
  ["otel-dotnet", /^OTel-OTLP-Exporter-(Dotnet|\.NET)/i],
  ["opencode", /^effect-opentelemetry/i],
  ["plugin", /^scoring-plugin\b/i],
  ["collector", /^(OpenTelemetry Collector|otelcol)/i],
  ["grpc", /^(grpc[-/]|tonic\/)/i],
] as const satisfies readonly (readonly [string, RegExp])[];

export const SENDER_KINDS = [...SENDERS.map(([kind]) => kind), "other"] as const;

/** A kind of program; `other` is any that is not listed. */
export type SenderKind = (typeof SENDER_KINDS)[number];

/** The kind of program that a request comes from. */
export function senderOf(headers: Headers): SenderKind {
  const userAgent = headers.get("user-agent") ?? "";
  return SENDERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? "other";
}

/** What was wrong with a request that was meant to bring telemetry. */
export const SENDER_FAULTS = [
  "protobuf",
  "grpc",
  "content_type",
  "encoding",
  "no_key",
  "unknown_key",
  "revoked_key",
  "ended_key",
  "reading_key",
  "path",
] as const;
export type SenderFault = (typeof SENDER_FAULTS)[number];

const LONGEST_SHOWN = 80;

/** The user agent for the log: cut, and without anything that a terminal would act on. */
export function shownUserAgent(headers: Headers): string {
  const text = (headers.get("user-agent") ?? "").replace(/[^\x20-\x7e]/g, "?");
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN - 1)}~`;
}
