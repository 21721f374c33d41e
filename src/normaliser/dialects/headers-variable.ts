/** OTEL_EXPORTER_OTLP_HEADERS as every agent takes it. */

/**
 * Makes the variable's value: one form for all agents, so that none overwrites another's with a form it cannot read.
 *
 * @param key that stands for the developer
 * @returns a header whose blank is percent-encoded. The SDKs of Gemini CLI and Qwen Code decode it and take no blank;
 * others send it as it is, and the server reads both
 * @see OpenTelemetry Protocol Exporter specification, "Specifying headers via environment variables"
 */
export function headersVariable(key: string): string {
  return `Authorization=Bearer%20${key}`;
}
