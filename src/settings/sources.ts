/** The places where settings are, each read into raw values by setting, with what is wrong with it. */
import { parse as parseWithLines } from "@decimalturn/toml-patch";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "./environment.ts";
import {
  ENVIRONMENT_NAMES,
  ENVIRONMENT_PREFIX,
  environmentName,
  FILE_KEYS,
  FLAG_NAMES,
  nearestName,
} from "./names.ts";
import { SECRETS, type SettingName } from "./schema.ts";

/** Where a value came from, and what it is called there. */
export interface Origin {
  from: "flag" | "environment" | "file" | "default";
  name: string;
}

/** A value as it was in its place, not yet looked at. */
export interface RawValue {
  value: unknown;
  origin: Origin;
}

/** What is wrong with a setting, in a sentence for a person. */
export interface SettingsProblem {
  name: string;
  message: string;
}

/** What one place holds. */
export interface Source {
  values: ReadonlyMap<SettingName, RawValue>;
  problems: readonly SettingsProblem[];
}

/** Flags by name without dashes; those that are no settings are ignored. */
export type Flags = Readonly<Record<string, unknown>>;

/** The flags that are settings. */
export function flagSource(flags: Flags): Source {
  const values = new Map<SettingName, RawValue>();
  for (const [name, value] of Object.entries(flags)) {
    const setting = FLAG_NAMES.get(name);
    if (setting === undefined || value === undefined) continue;
    values.set(setting, { value, origin: { from: "flag", name: `--${name}` } });
  }
  return { values, problems: [] };
}

/** What a client on the same machine is given with; the program itself does not read it. */
const CLIENT_VARIABLES = new Set(["SCORING_API_KEY", "SCORING_ENDPOINT", "SCORING_KEY", "SCORING_URL"]);

/** The variables that begin with `SCORING_`, and the files that `SCORING_…_FILE` names. */
export function environmentSource(environment: Environment): Source {
  const values = new Map<SettingName, RawValue>();
  const problems: SettingsProblem[] = [];
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith(ENVIRONMENT_PREFIX) || CLIENT_VARIABLES.has(name) || text === undefined) continue;
    const setting = ENVIRONMENT_NAMES.get(name) ?? secretOf(name);
    if (setting === undefined) problems.push(unknownName(name, ENVIRONMENT_NAMES.keys()));
    else if (values.has(setting))
      problems.push({ name, message: "set either the value or its file, not both" });
    else values.set(setting, { value: text, origin: { from: "environment", name } });
  }
  return openSecrets(values, problems);
}

/** The usual names of an access key to a bucket; the file goes before them. */
const USUAL_NAMES: readonly [string, SettingName][] = [
  ["AWS_ACCESS_KEY_ID", "s3AccessKeyId"],
  ["AWS_SECRET_ACCESS_KEY", "s3SecretAccessKey"],
  ["AWS_REGION", "s3Region"],
];

/** The variables that other programs read a bucket's access key from as well. */
export function usualSource(environment: Environment): Source {
  const found = USUAL_NAMES.flatMap(([name, setting]): [SettingName, RawValue][] => {
    const value = environment[name];
    return value ? [[setting, { value, origin: { from: "environment", name } }]] : [];
  });
  return { values: new Map(found), problems: [] };
}

function secretOf(variable: string): SettingName | undefined {
  return [...SECRETS].find((secret) => variable === `${environmentName(secret)}_FILE`);
}

function openSecrets(values: Map<SettingName, RawValue>, problems: SettingsProblem[]): Source {
  for (const [setting, { value, origin }] of values) {
    if (secretOf(origin.name) === undefined) continue;
    try {
      values.set(setting, { value: readFileSync(String(value), "utf8").trim(), origin });
    } catch {
      problems.push({ name: origin.name, message: `the file ${String(value)} cannot be read` });
      values.delete(setting);
    }
  }
  return { values, problems };
}

/** `scoring.toml` of the data directory; a missing one holds nothing. */
export function fileSource(dataDirectory: string): Source {
  const path = join(dataDirectory, "scoring.toml");
  if (!existsSync(path)) return { values: new Map(), problems: [] };
  try {
    return readKeys(path, Bun.TOML.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const message = `cannot be read as TOML: ${explain(path, error)}`;
    return { values: new Map(), problems: [{ name: path, message }] };
  }
}

/** Bun's own parser says what it met, and not where: the first line with which the text fails is the one to look at. */
function explain(path: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const line = firstBadLine(path);
  return line === null ? reason : `line ${line}: ${reason}`;
}

function firstBadLine(path: string): number | null {
  try {
    parseWithLines(readFileSync(path, "utf8"));
    return null;
  } catch (error) {
    return error instanceof Error && "line" in error && typeof error.line === "number" ? error.line : null;
  }
}

function readKeys(path: string, document: object): Source {
  const values = new Map<SettingName, RawValue>();
  const problems: SettingsProblem[] = [];
  for (const [key, value] of Object.entries(document)) {
    const name = `${key} in ${path}`;
    const setting = FILE_KEYS.get(key);
    if (setting === undefined) problems.push({ ...unknownName(key, FILE_KEYS.keys()), name });
    else if (setting === "dataDir")
      problems.push({ name, message: "the data directory cannot be set in its own file" });
    else values.set(setting, { value, origin: { from: "file", name } });
  }
  return { values, problems };
}

function unknownName(name: string, known: Iterable<string>): SettingsProblem {
  const names = [...known];
  const alike = names.filter((candidate) => candidate.toLowerCase().includes(name.toLowerCase()));
  const nearest = nearestName(name, names, Math.ceil(name.length / 3));
  const meant = alike.length > 0 ? alike.join(" or ") : nearest;
  return {
    name,
    message: `unknown setting; ${meant === null ? "scoring config print lists them all" : `did you mean ${meant}?`}`,
  };
}
