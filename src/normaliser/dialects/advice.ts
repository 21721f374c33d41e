/** Words that the advice of several agents has in common. */

/** When prompts are missing; the agent's name follows. */
export const OTHERWISE =
  "ask it something; if this stays so, start it again and compare its settings with scoring connect";

/** When a body is not JSON over HTTP. */
export const JSON_PROTOCOL = "set OTEL_EXPORTER_OTLP_PROTOCOL=http/json where it is started";

/** When a key is unknown; where it goes follows. */
export const UNKNOWN_KEY =
  "the key is not one of this server's: make one with scoring keys create, and put it into";
