/** Any text as a key of a bucket, whose keys may hold few characters. */

const MARK = "=";

/** Writes letters, digits, `-` and `_` as they are, and each other byte as a mark and two digits. */
export function tokenOf(key: string): string {
  const encode = (text: string) =>
    [...Buffer.from(text)].map((byte) => `${MARK}${byte.toString(16).padStart(2, "0")}`).join("");
  return key === "" ? MARK : key.replace(/[^-\w]+/g, encode);
}

/** Reads what `tokenOf` has written. */
export function keyOf(token: string): string {
  if (token === MARK) return "";
  return token.replace(/(?:=[0-9a-f]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll(MARK, ""), "hex").toString(),
  );
}
