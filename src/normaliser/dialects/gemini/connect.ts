/** The settings of Gemini CLI and its fork Qwen Code. */
import type { Connection, Destination, UserFile } from "../declaration.ts";

/** Takes: the file, and what stands in it beside that which both have in common. */
export function connectFamily(
  { endpoint, key }: Destination,
  settings: { place: string; file: UserFile; extra: Readonly<Record<string, string | boolean>> },
): Connection {
  const telemetry = {
    enabled: true,
    otlpProtocol: "http",
    otlpEndpoint: endpoint,
    logPrompts: true,
    ...settings.extra,
  };
  return {
    blocks: [
      {
        place: settings.place,
        format: "json",
        text: JSON.stringify({ telemetry }, null, 2),
        file: settings.file,
      },
      // The agent's SDK decodes percent signs and takes no blank.
      { format: "shell", variables: { OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${key}` } },
    ],
    sends:
      "Sends prompts, model calls with tokens, tool calls with arguments, and decisions. " +
      'With "logPrompts": false the texts of prompts and arguments stay away.',
  };
}
