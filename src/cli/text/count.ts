/** Numbers of things, as people write them. */

/** Returns "1 key", "2 keys", "1,000 keys". */
export function count(number: number, thing: string, things = `${thing}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? thing : things}`;
}
