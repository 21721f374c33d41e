/** Refused telemetry in words, for `status` and `doctor`. */
import { describeRefused } from "../appliance/observe/describe-status.ts";
import { readRefusedSenders } from "../appliance/refused-senders-file.ts";
import type { RefusedSenderStatus } from "../http/self/status-answer.ts";
import { selectKeys } from "../identity/keys/table.ts";
import type { CommandCall } from "./command.ts";
import { reading } from "./stores.ts";
import { count } from "./text/count.ts";
import { visibleLine } from "../vocabulary/wording/visible.ts";

/** A refused sender, and the name of its key where the key has one. */
export interface NamedSender extends RefusedSenderStatus {
  keyName: string | null;
}

/** Those of every organization in the last day, as the server wrote them down in the data directory. */
export function refusedSendersOf({ loaded, program }: CommandCall): RefusedSenderStatus[] {
  return readRefusedSenders(loaded.settings.dataDir, program.clock()).map(describeRefused);
}

/** Returns the same with the names that the data directory has for their keys. */
export async function withKeyNames(
  call: CommandCall,
  refused: readonly RefusedSenderStatus[],
): Promise<NamedSender[]> {
  const names = refused.some(({ keyId }) => keyId !== null)
    ? await keyNames(call)
    : new Map<string, string>();
  return refused.map((sender) => ({ ...sender, keyName: names.get(sender.keyId ?? "") ?? null }));
}

/** None where the database cannot be read: doctor says that itself, and ids are better than nothing. */
async function keyNames(call: CommandCall): Promise<Map<string, string>> {
  const keys = await reading(call, selectKeys).catch(() => []);
  return new Map(keys.flatMap(({ id, name }) => (name === "" ? [] : [[id, visibleLine(name)]])));
}

/** One of them in a line, without its remedy. */
export function describeSender({ sender, fault, keyId, keyName, requests, lastAt }: NamedSender): string {
  const key = keyId === null ? "" : ` with key ${keyName === null ? keyId : `"${keyName}"`}`;
  return `${count(requests, "request")} from ${SENDERS[sender]}${key}: ${FAULTS[fault]}; last ${lastAt}`;
}

/** All of them, each with its remedy, and an empty line after them; nothing when there are none. */
export function formatRefusedSenders(refused: readonly NamedSender[]): string[] {
  if (refused.length === 0) return [];
  const lines = refused.flatMap((sender) => [`  ${describeSender(sender)}`, `    -> ${sender.remedy}`]);
  return ["Telemetry refused in the last day:", ...lines, ""];
}

const SENDERS: Readonly<Record<RefusedSenderStatus["sender"], string>> = {
  "otel-javascript": "OpenTelemetry for JavaScript",
  "otel-rust": "OpenTelemetry for Rust",
  "otel-python": "OpenTelemetry for Python",
  "otel-java": "OpenTelemetry for Java",
  "otel-go": "OpenTelemetry for Go",
  "otel-dotnet": "OpenTelemetry for .NET",
  opencode: "opencode's log exporter",
  plugin: "the Claude Code plugin",
  collector: "an OpenTelemetry Collector",
  grpc: "a gRPC client",
  other: "another program",
};

const FAULTS: Readonly<Record<RefusedSenderStatus["fault"], string>> = {
  protobuf: "protobuf instead of JSON (415)",
  grpc: "gRPC instead of HTTP (415)",
  content_type: "not declared as JSON (415)",
  encoding: "compressed with something other than gzip (415)",
  no_key: "no key (401)",
  unknown_key: "a key that this server does not know (401)",
  revoked_key: "a revoked key (401)",
  ended_key: "a key that has ended (401)",
  reading_key: "a key that may not send (403)",
  path: "a path where no telemetry is received",
};
