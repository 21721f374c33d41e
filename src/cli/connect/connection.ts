/** An agent's settings put into its files, and taken back: planned, shown, then done. The same on any machine. */
import type { ConnectableAgent, Part } from "../../normaliser/connect/agent-settings.ts";
import type { Shell } from "../../normaliser/connect/shells.ts";
import type { Environment } from "../../settings/environment.ts";
import { type FileChange, makeChange, planRemoving, planWriting } from "./file-changes.ts";
import { type JournalEntry, journalPath, readJournal, writeJournal } from "./files/journal.ts";
import { ownFolder } from "./files/user-file.ts";
import { type WantedFiles, wantedFiles } from "./wanted-files.ts";

/** What of which agent is connected. */
export interface Connected {
  agent: ConnectableAgent;
  /** Its telemetry where this is left out. */
  part?: Part;
}

/** What is to be connected, where to, and with which key. */
export interface ConnectionWish extends Connected {
  /** Without a slash at its end. */
  endpoint: string;
  shell: Shell;
  key: string;
  labels?: Readonly<Record<string, string>>;
  environment: Environment;
}

/** What writing changes. */
export interface ConnectionPlan extends WantedFiles {
  changes: FileChange[];
  /** Where the entries are kept. */
  journal: string;
  entries: JournalEntry[];
}

/**
 * Plans what writing changes.
 *
 * @throws CommandFailure when a file cannot be changed safely
 */
export function planConnection({ agent, environment, ...to }: ConnectionWish): ConnectionPlan {
  const journal = journalOf({ agent, ...to }, environment);
  const earlier = readJournal(journal);
  const wanted = wantedFiles(agent, { ...to, environment });
  const paths = new Set(wanted.files.map(({ path }) => path));
  const changes = wanted.files.map((file) =>
    planWriting(file, earlier.find((entry) => entry.wanted.path === file.path) ?? null),
  );
  const untouched = earlier.filter((entry) => !paths.has(entry.wanted.path));
  const entries = [...untouched, ...changes.flatMap(({ entry }) => entry ?? [])];
  return { ...wanted, changes, journal, entries };
}

/** Writes what was planned; how to undo it is noted first. */
export async function writePlanned(plan: ConnectionPlan): Promise<void> {
  await writeJournal(plan.journal, plan.entries);
  for (const change of plan.changes) await makeChange(change);
}

/** What taking back changes, and where it is noted. */
export interface RemovalPlan {
  journal: string;
  changes: FileChange[];
}

/** Plans what taking an agent's settings back changes; nothing where nothing was written. */
export function planRemoval(connected: Connected, environment: Environment): RemovalPlan {
  const journal = journalOf(connected, environment);
  return { journal, changes: readJournal(journal).map(planRemoving) };
}

/** The same of what a shell reads. */
export function planShellRemoval(environment: Environment): RemovalPlan {
  const journal = journalPath(ownFolder(environment), "shell");
  return { journal, changes: readJournal(journal).map(planRemoving) };
}

/**
 * Takes back what was planned.
 *
 * @returns whether nothing is left; what is left stays noted
 */
export async function removePlanned({ journal, changes }: RemovalPlan): Promise<boolean> {
  for (const change of changes) await makeChange(change);
  const left = changes.flatMap(({ entry }) => entry ?? []);
  await writeJournal(journal, left);
  return left.length === 0;
}

/** What was written for questions is taken back by itself. */
function journalOf({ agent, part }: Connected, environment: Environment): string {
  return journalPath(ownFolder(environment), part === "questions" ? `${agent}-mcp` : agent);
}

const KEY = /scoring_\w{38}/;
const ADDRESS = /https?:\/\/[^"\s\\']+/;
const SIGNAL_PATH = /\/v1\/(?:logs|traces|metrics)$/;

/** What an agent's settings were written with. */
export interface WrittenWith {
  key: string | null;
  endpoint: string | null;
}

/** Finds address and key that were written; each null where there is none. */
export function writtenWith(agent: ConnectableAgent, environment: Environment): WrittenWith {
  const written = readJournal(journalPath(ownFolder(environment), agent));
  const text = JSON.stringify(written.map(({ wanted }) => wanted));
  const endpoint = ADDRESS.exec(text)?.[0].replace(SIGNAL_PATH, "") ?? null;
  return { key: KEY.exec(text)?.[0] ?? null, endpoint };
}
