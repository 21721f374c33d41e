/** Captured pieces of work of each agent, with only the records of which scoring keeps something. */
import { gunzipSync } from "node:zlib";
import { decodeProtobuf } from "../../../src/ingest/protobuf/decode.ts";
import { type Agent, declarationOf } from "../../../src/normaliser/dialects/agents.ts";
import { readLine } from "../../../src/normaliser/records/read-line.ts";
import type { StoredLine } from "../../../src/vocabulary/otlp.ts";

/** Records of one session in one request, and how many there are. */
export interface Captured {
  path: "/v1/logs" | "/v1/traces";
  text: string;
  records: number;
}

const FIXTURES = new URL("../../../test/fixtures/", import.meta.url);

/** Where the records are in a body of each path. */
const PLACES = {
  "/v1/logs": { resources: "resourceLogs", scopes: "scopeLogs", records: "logRecords" },
  "/v1/traces": { resources: "resourceSpans", scopes: "scopeSpans", records: "spans" },
} as const;

/** Agents without a capture speak as Copilot does, under a name of their own. */
const CAPTURES: Readonly<Record<Exclude<Agent, "claude-code">, () => Promise<Captured[]>>> = {
  codex: () => sessionFile("codex-tool"),
  gemini: () => sessionFile("gemini-tool"),
  qwen: () => sessionFile("qwen-tool"),
  kilo: () => sessionFile("kilo-ok"),
  opencode: () => sessionFile("opencode-ok"),
  copilot: () => spansOf("github-copilot", "github.copilot"),
  vscode: () => spansOf("copilot-chat", "copilot-chat"),
  vibe: () => spansOf("mistral-vibe", "mistral_vibe"),
  goose: () => spansOf("goose", "goose"),
  openhands: () => protobufBody("openhands-1.58.2-traces"),
  cline: () => spansOf("cline", "cline"),
  other: () => spansOf("an-agent", "an-agent"),
};

/** Reads the requests of one short session of the agent. */
export function readCapture(agent: keyof typeof CAPTURES): Promise<Captured[]> {
  return CAPTURES[agent]();
}

async function sessionFile(name: string): Promise<Captured[]> {
  const packed = await Bun.file(new URL(`sessions/${name}.jsonl.gz`, FIXTURES)).bytes();
  const lines = gunzipSync(packed).toString("utf8").trim().split("\n");
  return lines.flatMap((line) => {
    const { path, bodyText } = JSON.parse(line) as { path: string; bodyText: string };
    return path === "/v1/logs" || path === "/v1/traces" ? usedOf(path, bodyText) : [];
  });
}

async function protobufBody(name: string): Promise<Captured[]> {
  const bytes = await Bun.file(new URL(`bodies/${name}.binpb`, FIXTURES)).bytes();
  const decoded = decodeProtobuf(bytes, "traces", { values: 10_000, objects: 10_000 });
  if (!decoded.ok) throw new Error(decoded.problem.kind);
  return usedOf("/v1/traces", JSON.stringify(decoded.value));
}

async function spansOf(service: string, scope: string): Promise<Captured[]> {
  const text = await Bun.file(new URL("bodies/copilot-cli-1.0.102-traces.json", FIXTURES)).text();
  const named = text
    .replaceAll('"github-copilot"', `"${service}"`)
    .replaceAll('"github.copilot"', `"${scope}"`);
  return usedOf("/v1/traces", named);
}

type Part = Record<string, unknown>;

/** Some agents send ten times as many records as say anything. */
function usedOf(path: Captured["path"], text: string): Captured[] {
  const place = PLACES[path];
  const body = JSON.parse(text) as Part;
  let records = 0;
  const resources = partsIn(body, place.resources).map((resource) => {
    const scopes = partsIn(resource, place.scopes).map((scope) => {
      const lineOf = (record: Part) => ({
        [place.resources]: [{ ...resource, [place.scopes]: [{ ...scope, [place.records]: [record] }] }],
      });
      const used = partsIn(scope, place.records).filter((record) => isUsed(lineOf(record)));
      records += used.length;
      return { ...scope, [place.records]: used };
    });
    return { ...resource, [place.scopes]: scopes };
  });
  return records === 0 ? [] : [{ path, text: JSON.stringify({ [place.resources]: resources }), records }];
}

function partsIn(part: Part, name: string): Part[] {
  return (part[name] ?? []) as Part[];
}

function isUsed(line: StoredLine): boolean {
  const [record] = readLine(line).records;
  const reading = record === undefined ? null : declarationOf(record.agent).dialect.read(record);
  if (reading === null) return false;
  const namesTrace = reading.traceId !== null && reading.session !== null;
  return reading.sightings.length > 0 || namesTrace;
}
