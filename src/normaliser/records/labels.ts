/** The labels that a record gives its session: a team, a repository. */
import { basename } from "node:path/posix";
import { REPOSITORY } from "../../vocabulary/labels/label.ts";
import { isCaptured } from "../captured/read-captured.ts";
import type { TelemetryRecord } from "./record.ts";
import { textOf } from "./unwrap.ts";

/** A label's name and value. */
export interface Label {
  name: string;
  value: string;
  /** Whether a record that names the label itself goes before this one. */
  isGuess: boolean;
}

const LONGEST = 200;
/** Where agents name the repository besides the resource. */
const REPOSITORY_KEYS = [REPOSITORY, "github.copilot.git.repository"] as const;

/** Returns the record's labels among those that are listed, at most one of each name. */
export function labelsOf(record: TelemetryRecord, listed: readonly string[]): Label[] {
  return listed.flatMap((name) => {
    const value = valueIn(textOf(record.resource[name]));
    if (value !== null) return [{ name, value, isGuess: false }];
    return name === REPOSITORY ? repositoryOf(record) : [];
  });
}

function repositoryOf(record: TelemetryRecord): Label[] {
  const { attributes, resource } = record;
  for (const key of REPOSITORY_KEYS) {
    const value = valueIn(textOf(attributes[key]) ?? textOf(resource[key]));
    if (value !== null) return [{ name: REPOSITORY, value, isGuess: false }];
  }
  const folder = isCaptured(record) ? folderOf(textOf(attributes["cwd"])) : null;
  return folder === null ? [] : [{ name: REPOSITORY, value: folder, isGuess: true }];
}

/** The directory is where the agent was started: mostly the repository's. */
function folderOf(directory: string | null): string | null {
  const folder = valueIn(basename((directory ?? "").replaceAll("\\", "/")));
  // the folder of a person says who they are, not what they work on
  return folder === null || isHome(directory ?? "") ? null : folder;
}

function isHome(directory: string): boolean {
  return /^(\/(home|Users)\/[^/]+|\/root|[A-Za-z]:[\\/]Users[\\/][^\\/]+)[\\/]?$/.test(directory);
}

/** What names a person, or was a secret, is no label. */
const PRIVATE = /\[redacted:|[^\s@]@[^\s@]+\.[^\s@]/;

function valueIn(text: string | null): string | null {
  const value = (text ?? "").trim().slice(0, LONGEST);
  return value === "" || PRIVATE.test(value) ? null : value;
}
