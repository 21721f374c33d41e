/** What people read in the project's files: documents, comments, texts of the program, names of tests. */
import { parseSync } from "oxc-parser";
import { readText } from "./sources.ts";

/** A text, and where in its file it begins. */
export interface Text {
  start: number;
  text: string;
}

/** The part of oxc's syntax tree that is looked at. */
interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

/**
 * Returns the texts of a file that people read.
 *
 * @returns Of tests only comments and names: other texts there are what people and agents said. No code in backticks.
 */
export function textsOf(path: string): Text[] {
  const text = readText(path);
  if (path.endsWith(".md")) return [{ start: 0, text: withoutCode(text) }];
  if (path.endsWith(".css")) {
    return [...text.matchAll(/\/\*[^]*?\*\//g)].map(({ index, 0: remark }) => ({
      start: index,
      text: remark,
    }));
  }
  if (!/\.tsx?$/.test(path)) return [{ start: 0, text }];
  const { program, comments } = parseSync(path, text);
  const remarks = comments.map(({ start, value }) => ({
    start,
    text: withoutCode(value.replace(/\n\s*\* ?/g, "\n")),
  }));
  const spoken = path.startsWith("test/") ? namesOfTests : textsOfProgram;
  const strings = nodesIn(program).flatMap((node) =>
    spoken(node).map((value) => ({ start: node.start, text: value })),
  );
  return [...remarks, ...strings];
}

/** Blanks out code: fenced blocks, and what is between backticks. Lines stay where they are. */
function withoutCode(text: string): string {
  return text
    .replace(/```[^]*?```/g, (block) => block.replace(/[^\n]/g, " "))
    .replace(/`[^`\n]*`/g, (code) => "`".repeat(code.length));
}

function textsOfProgram(node: Node): string[] {
  const value = valueOf(node);
  return value?.includes(" ") === true ? [value] : [];
}

function namesOfTests(node: Node): string[] {
  if (node.type !== "CallExpression" || !/^(?:test|describe)\b/.test(calleeOf(node))) return [];
  const [name] = node["arguments"] as Node[];
  const value = name === undefined ? null : valueOf(name);
  return value === null ? [] : [value];
}

/** `test` of `test("…")`, `test.each(…)("…")` and `test.skipIf(…)("…")`. */
function calleeOf(node: Node): string {
  let callee = node["callee"] as Node | undefined;
  while (callee !== undefined && callee.type !== "Identifier") {
    callee = (callee["object"] ?? callee["callee"]) as Node | undefined;
  }
  return callee === undefined ? "" : String(callee["name"]);
}

function valueOf(node: Node): string | null {
  if (node.type === "Literal" || node.type === "JSXText") {
    return typeof node["value"] === "string" ? node["value"] : null;
  }
  if (node.type === "TemplateElement") return (node["value"] as { cooked: string | null }).cooked;
  if (node.type !== "TemplateLiteral") return null;
  return (node["quasis"] as Node[]).map((part) => valueOf(part)).join(" … ");
}

function nodesIn(root: unknown): Node[] {
  const [found, waiting]: [Node[], unknown[]] = [[], [root]];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    if ("type" in value && "start" in value) found.push(value as Node);
    waiting.push(...Object.values(value));
  }
  return found;
}
