/** Whether somebody uses the page: what it asks by itself, while nobody does, must keep nobody signed in for ever. */

/** Reading takes a while in which nobody touches anything. */
const UNATTENDED_AFTER_MS = 5 * 60_000;

const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

let touchedAt = performance.now();
for (const touch of TOUCHES)
  addEventListener(touch, () => (touchedAt = performance.now()), { passive: true, capture: true });

/** Headers that say of a request that nobody used the page for a while. */
export function attendance(): Record<string, string> {
  return performance.now() - touchedAt > UNATTENDED_AFTER_MS ? { "x-scoring-unattended": "true" } : {};
}
