/** A message for people in the chat tool, as plain text; how it looks there is the tool's own affair. */

/** A report's short form, or anything else that is worth a message. */
export interface ChatMessage {
  title: string;
  /** Plain text, a line each; it may hold what people and agents wrote. */
  lines: readonly string[];
  /** Where there is more to read: an address of this server. null when nobody said how it is reached. */
  link: { address: string; words: string } | null;
}
