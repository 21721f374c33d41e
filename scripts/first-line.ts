/** The first line that a program prints, such as the address on which it listens. */

/** @throws When its output ends before. */
export async function firstLine(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true });
    const end = text.indexOf("\n");
    if (end !== -1) return text.slice(0, end);
  }
  throw new Error(`the program ended before it printed a line: ${text}`);
}
