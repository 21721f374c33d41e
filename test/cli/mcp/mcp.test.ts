/** `scoring mcp` as an agent starts it: with the official client, over standard input and output. */
import { afterAll, describe, expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { programCommand } from "../../../scripts/chaos/victim.ts";
import { compilersHere } from "../../../scripts/tests/compilers.ts";
import { joinTestAppliance } from "../../appliance/running.ts";
import { scoring } from "../in-process.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());
const organization = await appliance.addOrganization();
const ada = await organization.addKey({ developer: "ada@example.com" });

async function ask(key: string) {
  const [command = "", ...args] = programCommand(null);
  const env = { PATH: Bun.env["PATH"] ?? "", SCORING_API_KEY: key, ...compilersHere() };
  const transport = new StdioClientTransport({
    command,
    args: [...args, "mcp", "--endpoint", appliance.url],
    env,
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const answer = await client.callTool({ name: "my_last_tasks", arguments: {} });
  await client.close();
  const { text = "" } = (answer.content as { text?: string }[])[0] ?? {};
  return { tools: tools.length, text };
}

describe("scoring mcp", () => {
  test("needs a key", async () => {
    const { code, err } = await scoring(["mcp", "--endpoint", appliance.url]);
    expect(code).toBe(2);
    expect(err).toContain("SCORING_API_KEY");
  });

  test("answers what the key may see", async () => {
    const answered = await ask(ada.key);
    expect(answered).toEqual({ tools: 7, text: "No task in the last 30 days." });
  });
});
