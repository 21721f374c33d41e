/** How JavaScriptCore compiles in tests and in the programs that they start. */

/**
 * Without the last of its compilers, and the others later: what they cost comes back in processes that go on for hours
 * only. Measured: a tenth to a fifth of what tests take of the processor for each of the two.
 */
export const COMPILED_SELDOM = {
  BUN_JSC_useFTLJIT: "0",
  BUN_JSC_thresholdForJITAfterWarmUp: "5000",
  BUN_JSC_thresholdForOptimizeAfterWarmUp: "10000",
  BUN_JSC_thresholdForOptimizeAfterLongWarmUp: "10000",
};

/** Returns what of it this process runs with, for programs that get an environment of their own. */
export function compilersHere(): Record<string, string> {
  return Object.fromEntries(
    Object.keys(COMPILED_SELDOM).flatMap((name) => {
      const value = Bun.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
