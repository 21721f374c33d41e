/** OTEL_RESOURCE_ATTRIBUTES, by which labels reach the resource of everything that an agent sends. */
import type { Destination, ShellVariables } from "./declaration.ts";

/**
 * Makes the variable; nothing where there is no label.
 *
 * @see OpenTelemetry, "Resource SDK", specifying resource information via an environment variable: values are
 *   percent-encoded.
 */
export function labelVariables({ labels = {} }: Pick<Destination, "labels">): Record<string, string> {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? {} : { OTEL_RESOURCE_ATTRIBUTES: pairs.join(",") };
}

/** Makes the block of an agent that needs no other variable. */
export function labelBlock(command: string, to: Pick<Destination, "labels">): ShellVariables[] {
  const variables = labelVariables(to);
  return Object.keys(variables).length === 0 ? [] : [{ format: "shell", command, variables }];
}
