/** `scoring import AGENT`: what agents keep on this machine, sent with the developer's key. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { importHistory } from "../../history/import-history.ts";
import { Progress } from "../../history/progress.ts";
import type { HistorySource, Home } from "../../history/record.ts";
import { HISTORY_SOURCES } from "../../history/sources.ts";
import type { Totals } from "../../history/totals.ts";
import { createRedactor } from "../../privacy/redactor.ts";
import { isHttpUrl } from "../../settings/values.ts";
import { awaitInterrupt } from "../../supervise/interrupt.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { addressOf, askHealth, keyOf, OWN_SERVER } from "../ask-server.ts";
import { type CommandCall, CommandFailure, hasFlag, textFlag, writeAnswer } from "../command.ts";
import { pathOf } from "../connect/files/user-file.ts";
import { createProgressLine } from "../demo/progress-line.ts";
import { count } from "../text/count.ts";
import { type Door, sendLine } from "./send-line.ts";
import { totalsTable } from "./totals-table.ts";
import { whileImporting } from "./while-importing.ts";

/** The flags that only an agent's history needs. */
export const HISTORY_FLAGS = {
  since: { value: "DAYS", summary: "Only sessions that changed in the last days, such as 30d." },
  "dry-run": { summary: "Show what would be sent, and send nothing." },
  home: { value: "FOLDER", summary: "The home directory that holds the agent's files (default HOME)." },
  endpoint: { value: "URL", summary: "The server, where it is on another machine (default listen)." },
};

const ALL = "all";

/** The agents that an operand means; none where it is a path. */
export function sourcesNamed(operand: string): readonly HistorySource[] {
  if (operand === ALL && !existsSync(resolve(operand))) return HISTORY_SOURCES;
  return HISTORY_SOURCES.filter(({ agent }) => agent === operand);
}

/** Sends the agents' history, or shows what would be sent. */
export async function importAgents(call: CommandCall, sources: readonly HistorySource[]): Promise<0 | 1> {
  const since = sinceOf(call);
  const home = homeOf(call);
  const door = hasFlag(call, "dry-run") ? null : await findDoor(call);
  const { totals, refused } = await sendHistories(call, sources, {
    home,
    since,
    door,
    progressFile: progressPath(call, door),
  });
  writeAnswer(
    call,
    { sent: door !== null, agents: totals.map(answerOf), refused },
    describe(totals, { call, refused }),
  );
  return refused.length === 0 ? 0 : 1;
}

/** What is sent, and where to. */
export interface Sending {
  home: Home;
  since: Instant | null;
  /** null to send nothing. */
  door: HistoryDoor | null;
  /** Notes how far each file was sent. */
  progressFile: string;
}

/** A server and the key of whom the sessions belong to. */
export type HistoryDoor = Omit<Door, "stopping" | "wait">;

/** What was sent. */
export interface SentHistories {
  totals: Totals[];
  /** In words, what the server refused for good. */
  refused: readonly string[];
  requests: number;
}

/** Sends the agents' history, with a line that shows how far it is. */
export async function sendHistories(
  call: CommandCall,
  sources: readonly HistorySource[],
  { home, since, door, progressFile }: Sending,
): Promise<SentHistories> {
  const interrupt = awaitInterrupt();
  const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
  const sending = door === null ? null : sender(door, interrupt.asked);
  const totals: Totals[] = [];
  const beganAt = performance.now();
  const importAll = async (): Promise<void> => {
    for (const source of sources)
      totals.push(
        await importHistory(source, {
          home,
          since,
          progress: Progress.open(progressFile),
          redactor: createRedactor(call.loaded.settings),
          send: sending === null ? null : sending.send,
          report: ({ bytes, ofBytes, records }) =>
            line.show(
              `${source.agent}: ${count(records, "record")}${timeLeft(bytes / ofBytes, performance.now() - beganAt)}`,
            ),
        }),
      );
  };
  try {
    await (door === null ? importAll() : whileImporting(door, importAll));
  } finally {
    interrupt.forget();
    line.clear();
  }
  return { totals, refused: sending?.refused ?? [], requests: sending?.requests() ?? 0 };
}

/** Returns what `--since` says; null without it. */
export function sinceOf(call: CommandCall): Instant | null {
  const text = textFlag(call, "since");
  if (text === null) return null;
  const days = /^(\d{1,4})d?$/.exec(text)?.[1];
  if (days === undefined) throw new CommandFailure("--since needs a number of days, such as 30d", 2);
  return call.program.clock() - Number(days) * DAY;
}

/** Returns where this user's agents keep their files. */
export function homeOf(call: CommandCall): Home {
  const { environment } = call;
  const given = textFlag(call, "home");
  // the variables say where this user's files are, not those of another home
  if (given !== null) return { folder: resolve(given), environment: {} };
  const folder = environment["HOME"] ?? environment["USERPROFILE"];
  if (folder === undefined)
    throw new CommandFailure("the home directory is not known: set HOME, or give --home");
  return { folder, environment };
}

/** Each server and key have a file of their own: another server has nothing yet. */
export function progressPath(call: CommandCall, door: Pick<Door, "url" | "key"> | null): string {
  const { url, key } = door ?? { url: endpointOf(call), key: keyOf(call) ?? "" };
  const name = createHash("sha256").update(`${url}\u001f${key}`).digest("hex").slice(0, 16);
  const folder = { folder: ".local/state", movedBy: "XDG_STATE_HOME", names: ["scoring"] };
  return join(pathOf(folder, call.environment), "imported", `${name}.json`);
}

/** Returns the address of the server, wherever it is. */
export function endpointOf(call: CommandCall): string {
  const url = textFlag(call, "endpoint")?.replace(/\/$/, "") ?? addressOf(call);
  if (isHttpUrl(url)) return url;
  throw new CommandFailure("--endpoint needs an address such as https://scoring.example.com", 2);
}

async function findDoor(call: CommandCall): Promise<HistoryDoor> {
  const key = keyOf(call);
  if (key === null)
    throw new CommandFailure(
      "the key is missing that says whose sessions these are: give one with --key or SCORING_API_KEY, or look first with --dry-run",
    );
  const url = endpointOf(call);
  const isOwn = textFlag(call, "endpoint") === null;
  const health = await askHealth(url, isOwn ? OWN_SERVER : {});
  if (health !== "ok")
    throw new CommandFailure(
      `${url}: ${health}. Start the server (scoring serve), or name it with --endpoint.`,
    );
  return { url, key, isOwn };
}

/** Sends bodies; what the server refuses for good is kept for the end. */
function sender(door: HistoryDoor, asked: Promise<void>) {
  const ending = new AbortController();
  void asked.then(() => ending.abort());
  const wait = (duration: Milliseconds) => Promise.race([Bun.sleep(duration), asked]);
  const refused: string[] = [];
  let requests = 0;
  return {
    refused,
    requests: () => requests,
    async send(body: string): Promise<void> {
      const sent = await sendLine(body, "/v1/logs", { ...door, stopping: ending.signal, wait });
      if (sent.kind === "refused")
        throw new CommandFailure(`the server refused the records: ${sent.message}`);
      requests += 1;
      if (sent.rejected > 0)
        refused.push(`${count(sent.rejected, "record")}: ${sent.message ?? "no reason given"}`);
      if (ending.signal.aborted)
        throw new CommandFailure(
          "ended before everything was imported; run it again: it goes on where it ended",
        );
    },
  };
}

/** Nothing while too little is done to say. */
function timeLeft(share: number, spent: Milliseconds): string {
  if (!(share > 0.02)) return "";
  const seconds = Math.ceil((spent * (1 - share)) / share / SECOND);
  return `, ${Math.floor(share * 100)} % of the files, about ${seconds} s left`;
}

/** Returns the totals as the JSON document has them. */
export function answerOf({ first, last, ...totals }: Totals) {
  return {
    ...totals,
    first: first === null ? null : isoTime(first),
    last: last === null ? null : isoTime(last),
  };
}

const LEFT_OUT_SHOWN = 20;

function describe(
  totals: readonly Totals[],
  { call, refused }: { call: CommandCall; refused: readonly string[] },
): string {
  const unchanged = totals.reduce((sum, { unchanged: files }) => sum + files, 0);
  const leftOut = totals.flatMap(({ leftOut: all }) => all);
  return [
    totalsTable(totals, call.speaker.columns),
    hasFlag(call, "dry-run")
      ? "Nothing was sent: this is what would be."
      : "Sent. The scores follow within a minute.",
    ...(unchanged > 0 ? [`${count(unchanged, "session file")} had nothing new.`] : []),
    ...leftOut.slice(0, LEFT_OUT_SHOWN).map(({ path, reason }) => `Left out: ${path}: ${reason}`),
    ...(leftOut.length > LEFT_OUT_SHOWN
      ? [`and ${leftOut.length - LEFT_OUT_SHOWN} more; --json lists all of them`]
      : []),
    ...refused.map((reason) => `Refused: ${reason}`),
  ].join("\n");
}
