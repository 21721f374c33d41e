/** The name of a heading or a term in an address. */

/**
 * Returns the part behind "#", as GitHub makes it of a heading.
 *
 * @example slugOf("What `null` means") // "what-null-means"
 */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}
