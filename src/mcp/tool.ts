/** What a tool is: a question with its answer in a few lines, for a model that reads it. */
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Api, AskFailure } from "./api.ts";
import { type Marked, newMarks } from "./untrusted.ts";

/** What a tool answers. */
export interface Reply {
  /** Short sentences; text of people and agents is marked. */
  lines: readonly string[];
  /** The same in numbers. Members whose name begins with `untrusted` hold text of people and agents. */
  structured: Record<string, unknown>;
}

/** What is asked, and how it is answered. */
interface Question<Input extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  answer(call: { api: Api; marked: Marked; input: z.output<Input> }): Promise<Reply>;
}

/** A tool that a server can offer. */
export interface Tool {
  offer(server: McpServer, api: Api): void;
}

/** Whose work is meant, as tools ask for it. */
export const DEVELOPER_INPUT = z
  .string()
  .min(1)
  .optional()
  .describe("A developer's id or e-mail, for keys that read others; by default whose key this is.");

/** How many days back. */
export function daysInput(usual: number) {
  return z.int().min(1).max(90).default(usual).describe("How many days up to now.");
}

/** How many rows. */
export function limitInput(usual: number) {
  return z.int().min(1).max(20).default(usual).describe("Most rows to answer.");
}

/** Makes a tool, which reads only. */
export function defineTool<Input extends z.ZodObject>(question: Question<Input>): Tool {
  const { name, title, description, input: inputSchema } = question;
  const annotations = { readOnlyHint: true, openWorldHint: false };
  return {
    offer: (server, api) => {
      const answer = async (input: z.output<Input>) =>
        reply(() => question.answer({ api, marked: newMarks(), input }));
      server.registerTool(
        name,
        { title, description, inputSchema: inputSchema as z.ZodObject, annotations },
        (input) => answer(input as z.output<Input>),
      );
    },
  };
}

async function reply(answer: () => Promise<Reply>) {
  try {
    const { lines, structured } = await answer();
    return { content: [text(lines.join("\n"))], structuredContent: structured };
  } catch (error) {
    if (!(error instanceof AskFailure)) throw error;
    return { content: [text(error.message)], isError: true };
  }
}

function text(written: string): { type: "text"; text: string } {
  return { type: "text", text: written };
}
