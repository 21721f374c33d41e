/** Where one prompt is shown. */

/** @param promptId - The id as the server gave it. */
export function promptAddress(promptId: string): string {
  return `/prompts/${encodeURIComponent(promptId)}`;
}
