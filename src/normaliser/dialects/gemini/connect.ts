/** The settings of Gemini CLI and its fork Qwen Code. */
import type { Connection, Destination } from "../declaration.ts";

/** Takes: the file, and what stands in it beside that which both have in common. */
export function connectFamily(
  { endpoint, key }: Destination,
  file: { place: string; extra: Readonly<Record<string, string | boolean>> },
): Connection {
  const telemetry = {
    enabled: true,
    otlpProtocol: "http",
    otlpEndpoint: endpoint,
    logPrompts: true,
    ...file.extra,
  };
  return {
    blocks: [
      { place: file.place, format: "json", text: JSON.stringify({ telemetry }, null, 2) },
      // The agent's SDK decodes percent signs and takes no blank.
      { format: "shell", variables: { OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${key}` } },
    ],
    sends:
      "Sends prompts, model calls with tokens, tool calls with arguments, and decisions. " +
      'With "logPrompts": false the texts of prompts and arguments stay away.',
  };
}
