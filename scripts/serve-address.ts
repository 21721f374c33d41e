/** Where `scoring serve` listens, as it says itself. */

/**
 * Reads on until it says so; it goes on printing, and nobody reads that.
 *
 * @throws When its output ends first, with what it said.
 */
export async function serveAddress(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true });
    const url = /listens on (http:\S+)/.exec(text)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`scoring serve ended: ${text}`);
}
