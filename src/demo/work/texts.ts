/** The texts that tools read and write: lines of code, and what test runners print. */
import type { Random } from "./random.ts";

/** Lines of code about a function; the demo's developers write in several languages, so they look alike in all. */
export function codeLines(random: Random, symbol: string, count: number): string[] {
  return Array.from({ length: count }, () => {
    const number = random.whole(1, 99);
    return random.pick([
      `  result = ${symbol}(entry, ${number})`,
      `  if (${symbol}.limit > ${number}) return fallback`,
      `  check(${symbol}(sample[${number}]), expected[${number}])`,
      `  // ${symbol}: row ${number} of the table above`,
      `  entries.push(${symbol}(row, ${number}))`,
    ]);
  });
}

/** The last lines of a test run, as several runners print them. */
export function testOutput(random: Random, passes: boolean): string {
  const total = random.whole(6, 60);
  return passes ? `${total} passed in 2.41s\n` : `1 failed, ${total - 1} passed in 2.38s\n`;
}
