/** Sends what agents keep on a machine; the same with the executable and without it. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { importHistory } from "../../history/import-history.ts";
import { Progress } from "../../history/progress.ts";
import type { HistorySource, Home } from "../../history/record.ts";
import { HISTORY_SOURCES } from "../../history/sources.ts";
import type { Totals } from "../../history/totals.ts";
import { createRedactor, type PrivacySettings } from "../../privacy/redactor.ts";
import type { Environment } from "../../settings/environment.ts";
import { awaitInterrupt } from "../../supervise/interrupt.ts";
import { DAY, type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { CommandFailure } from "../command.ts";
import { pathOf } from "../connect/files/user-file.ts";
import { count } from "../text/count.ts";
import { type Door, sendLine } from "./send-line.ts";
import { whileImporting } from "./while-importing.ts";

/** A server and the key of whom the sessions belong to. */
export type HistoryDoor = Omit<Door, "stopping" | "wait">;

/** What is sent, and where to. */
export interface Sending {
  home: Home;
  since: Instant | null;
  /** null to send nothing. */
  door: HistoryDoor | null;
  /** Notes how far each file was sent. */
  progressFile: string;
  privacy: PrivacySettings;
  /** Shows how far it is. */
  show(text: string): void;
}

/** What was sent. */
export interface SentHistories {
  totals: Totals[];
  /** In words, what the server refused for good. */
  refused: readonly string[];
  requests: number;
}

const ALL = "all";

/** The agents that an operand means; none where it is a path. */
export function sourcesNamed(operand: string): readonly HistorySource[] {
  if (operand === ALL && !existsSync(resolve(operand))) return HISTORY_SOURCES;
  return HISTORY_SOURCES.filter(({ agent }) => agent === operand);
}

/** Returns what `--since` says; null without it. */
export function sinceOf(text: string | null, now: Instant): Instant | null {
  if (text === null) return null;
  const days = /^(\d{1,4})d?$/.exec(text)?.[1];
  if (days === undefined) throw new CommandFailure("--since needs a number of days, such as 30d", 2);
  return now - Number(days) * DAY;
}

/** Each server and key have a file of their own: another server has nothing yet. */
export function progressPath(environment: Environment, { url, key }: { url: string; key: string }): string {
  const name = createHash("sha256").update(`${url}\u001f${key}`).digest("hex").slice(0, 16);
  const folder = { folder: ".local/state", movedBy: "XDG_STATE_HOME", names: ["scoring"] };
  return join(pathOf(folder, environment), "imported", `${name}.json`);
}

/**
 * Sends the agents' history.
 *
 * @throws CommandFailure when the server is gone or refuses, or somebody ends it; run again, it goes on where it ended
 */
export async function sendHistories(
  sources: readonly HistorySource[],
  { home, since, door, progressFile, privacy, show }: Sending,
): Promise<SentHistories> {
  const interrupt = awaitInterrupt();
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
          redactor: createRedactor(privacy),
          send: sending === null ? null : sending.send,
          report: ({ bytes, ofBytes, records }) =>
            show(
              `${source.agent}: ${count(records, "record")}${timeLeft(bytes / ofBytes, performance.now() - beganAt)}`,
            ),
        }),
      );
  };
  try {
    await (door === null ? importAll() : whileImporting(door, importAll));
  } finally {
    interrupt.forget();
  }
  return { totals, refused: sending?.refused ?? [], requests: sending?.requests() ?? 0 };
}

/** Sends bodies; what the server refuses for good is kept for the end. */
function sender(door: HistoryDoor, asked: Promise<void>) {
  const ending = new AbortController();
  void asked.then(() => ending.abort());
  const wait = (duration: Milliseconds) => Promise.race([sleep(duration), asked]);
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
