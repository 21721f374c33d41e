/** Tests that need what not every machine has: they are skipped there, and what is missing is named. */

const named = new Set<string>();

/**
 * Returns whether tests are to be skipped, and says so, once in each file; `./install.sh --test` shows all such lines
 * together at the end.
 *
 * @param isThere - whether the machine has what they need
 * @param need - what that is, by its name, such as "chromium"; with the reason where more is known
 */
export function isSkipped(isThere: boolean, need: string): boolean {
  if (!isThere && !named.has(need)) process.stdout.write(`skipped, for it is missing here: ${need}\n`);
  named.add(need);
  return !isThere;
}
