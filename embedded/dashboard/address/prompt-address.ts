/** Where one prompt is shown. */

/** Takes: the id as the server gave it. */
export function promptAddress(promptId: string): string {
  return `/prompts/${encodeURIComponent(promptId)}`;
}
