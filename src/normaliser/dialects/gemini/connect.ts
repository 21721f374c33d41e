/** The settings of Gemini CLI and its fork Qwen Code. */
import { labelVariables } from "../resource-attributes.ts";
import { headersVariable } from "../headers-variable.ts";
import type { Connection, Destination, UserFile } from "../declaration.ts";

/** Returns the settings of an agent of the Gemini family, with what only this agent needs. */
export function connectFamily(
  { endpoint, key, labels = {} }: Destination,
  settings: {
    command: string;
    place: string;
    file: UserFile;
    extra: Readonly<Record<string, string | boolean | object>>;
  },
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
      {
        format: "shell",
        command: settings.command,
        variables: { OTEL_EXPORTER_OTLP_HEADERS: headersVariable(key), ...labelVariables({ labels }) },
      },
    ],
    sends:
      "Sends prompts, model calls with tokens, tool calls with arguments, and decisions. " +
      'With "logPrompts": false the texts of prompts and arguments stay away.',
  };
}
