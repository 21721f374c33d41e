/** The MCP server at one end of two pipes, with a server that refuses, or is away, at the other. */
import { describe, expect, test } from "bun:test";
import { PassThrough } from "node:stream";
import { serveMcp } from "../../src/mcp/over-stdio.ts";
import { NOW } from "../identity/identity-database.ts";

const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "budgets", arguments: {} } };

/** Sends lines, and returns the messages that come back. */
async function talk(lines: readonly object[], get: () => Promise<Response>): Promise<object[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveMcp({ get, pages: "http://127.0.0.1:1", clock: () => NOW }, { input, output });
  input.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const messages: object[] = [];
  for await (const chunk of output) {
    messages.push(
      ...String(chunk)
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as object),
    );
    if (messages.length === lines.length) break;
  }
  input.end();
  await served;
  return messages;
}

const textOf = (text: unknown) => ({ result: { isError: true, content: [{ text }] } });

describe("over standard input and output", () => {
  test("a refusal of the server is an answer that says why", async () => {
    const refused = () =>
      Promise.resolve(Response.json({ detail: "This key was revoked." }, { status: 401 }));
    const [answer] = await talk([CALL], refused);
    expect(answer).toMatchObject(textOf("The server refused with 401. This key was revoked."));
  });

  test("so is a server that does not answer, or in another form", async () => {
    const [away] = await talk([CALL], () => Promise.reject(new Error("refused")));
    expect(away).toMatchObject(textOf(expect.stringContaining("No server answers at http://127.0.0.1:1.")));
    const [other] = await talk([CALL], () => Promise.resolve(Response.json({})));
    expect(other).toMatchObject(textOf(expect.stringContaining("in another form")));
  });
});
