/** Writes text so that Slack shows it as it is. */

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Text in which Slack finds no mention, no link and no channel.
 *
 * @see Slack, "Formatting message text", on escaping, read 2026-11.
 * @remarks Takes how long it may be once it is escaped; what is longer is cut between two characters and ends
 *   in "…".
 */
export function escapeText(text: string, longest: number): string {
  const plain = [...text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim()];
  const escaped = plain.map((character) => ESCAPES[character] ?? character);
  let length = 0;
  const fitting: string[] = [];
  for (const character of escaped) {
    length += character.length;
    if (length > longest) return cut(fitting, longest);
    fitting.push(character);
  }
  return fitting.join("") || "–";
}

function cut(fitting: string[], longest: number): string {
  while (fitting.join("").length >= longest) fitting.pop();
  return `${fitting.join("")}…`;
}
