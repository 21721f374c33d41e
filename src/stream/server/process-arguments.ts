/** What macOS says of the arguments of a process. */

/**
 * Takes the kernel's answer on macOS apart.
 *
 * @param answer - The number of arguments, the program's path, filling zeros, then the arguments and the
 *   environment, each ended by a zero.
 * @see Apple, xnu, `sysctl_procargsx` in bsd/kern/kern_sysctl.c, read 2026-11.
 */
export function parseProcessArguments(answer: Uint8Array): string[] {
  if (answer.length < Int32Array.BYTES_PER_ELEMENT) return [];
  const count = new DataView(answer.buffer, answer.byteOffset).getInt32(0, true);
  const text = new TextDecoder().decode(answer.subarray(Int32Array.BYTES_PER_ELEMENT));
  const afterPath = text.slice(text.indexOf("\0")).replace(/^\0+/, "");
  return afterPath.split("\0").slice(0, count);
}
