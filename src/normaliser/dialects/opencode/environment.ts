/** The variables by which opencode and its fork send their telemetry. */
import type { Destination } from "../declaration.ts";
import { headersVariable } from "../headers-variable.ts";
import { labelVariables } from "../resource-attributes.ts";

/**
 * How long spans wait to be sent; without it 5,000. `opencode run` ends without sending those that wait.
 *
 * @see Opencode 1.18.33 (2026-11-23), sessions of three prompts by `opencode run`: all spans that scoring
 *   reads came in 5 of 5 with 100, in 1 of 5 with 250, in 1 of 5 with 500.
 */
const SPAN_DELAY_MS = "100";

/** Returns them for a key, with its labels. */
export function environmentOf({ endpoint, key, labels = {} }: Destination): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headersVariable(key),
    OTEL_BSP_SCHEDULE_DELAY: SPAN_DELAY_MS,
    ...labelVariables({ labels }),
  };
}
