/** A model call that is known only to have worked: dialects add what their agent reports. */
import type { ModelCall, Origin } from "../event.ts";
import type { PlainValue } from "../records/record.ts";
import { countOf, textOf } from "../records/unwrap.ts";

/** Returns a call of the conversation itself. */
export function untoldCall(origin: Origin): ModelCall {
  return {
    ...origin,
    kind: "model_call",
    result: "succeeded",
    model: null,
    durationMs: null,
    firstTokenMs: null,
    tokens: { input: null, output: null, cacheRead: null, cacheCreation: null },
    reportedCost: null,
    status: null,
    retryable: null,
    helper: false,
    foreground: true,
  };
}

/**
 * What a call says about its effort.
 *
 * @param value - The attribute's value, if there is one.
 */
export function effortOf(value: PlainValue | undefined): Pick<ModelCall, "effort"> {
  const effort = textOf(value);
  return effort === null ? {} : { effort: effort.toLowerCase() };
}

/**
 * What a call says about its reasoning.
 *
 * @param value - The attribute's value, if there is one.
 */
export function reasoningOf(value: PlainValue | undefined): Pick<ModelCall, "reasoning"> {
  const reasoning = countOf(value);
  return reasoning === null ? {} : { reasoning };
}
