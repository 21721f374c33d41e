/** Every table says whose its rows are, or is listed here with the reason why a purge need not look into it. */
import { describe, expect, test } from "bun:test";
import { ALL_TABLES } from "../../../src/appliance/tables.ts";
import type { TableShape } from "../../../src/database/columns.ts";
import { OWNED_TABLES } from "../../../src/insights/governance/owned-tables.ts";

const TABLES = ALL_TABLES.flatMap<TableShape>((set) => set.tables);

/** By name, with the reason. */
const WITHOUT_OWNER: Readonly<Record<string, string>> = {
  alert_key_days: "days on which a key was used; the purge removes the key's name",
  alert_messages: "ids of alerts, gone after a month",
  alert_rules: "an organization's",
  aliases: "as developers",
  audit_checkpoints: "numbers and hashes, as the next two",
  audit_entries: "only random ids: the purge deletes their meaning from audit_subjects",
  audit_heads: "numbers and hashes",
  audit_subjects: "the purge deletes a person's rows by their real ids",
  baseline_versions: "an organization's",
  books: "counts of everybody's records",
  chat_connections: "an organization's",
  clock_doubts: "the machine's",
  counters: "numbers that were given",
  damaged_frames: "places in files",
  developers: "the purge removes the names, and the rows when nothing refers to them",
  formulas: "the program's",
  earlier_formulas: "the program's",
  engine_duties: "an engine's",
  engine_nodes: "an engine's",
  examined: "as positions",
  imports_going_on: "by key, over after a day",
  imported_lines: "sums of lines, which say nothing",
  judge_calls: "an organization's: what each call cost",
  judge_check_answers: "about a model, on prompts that come with the program",
  judge_months: "as judge_calls",
  judge_shares: "as judge_calls",
  judge_trials: "about a model",
  keys: "the purge revokes a person's keys and removes their names",
  label_renames: "an organization's",
  last_arrival: "the machine's",
  limits: "an organization's; a budget keeps the id of its developer, which names nobody after a purge",
  model_trials: "an organization's",
  new_developers: "counts by key and day",
  object_frames: "as objects",
  object_sessions: "by agents' ids: the purge takes a person's ids out",
  objects: "hold several people's records: the purge writes them anew",
  organization_leases: "an organization's",
  organizations: "an organization's",
  planned_objects: "names of files",
  positions: "places in the stream",
  prompt_days: "sums over everybody, emptied by the purge",
  publishers: "counts by process",
  purges: "hashes and ids, by which a person's records are recognised when they come back",
  recent_hashes: "hashes of requests, gone after minutes",
  recomputes: "an organization's; of people only the id of the newest sub-session",
  rejudgings: "an organization's",
  removed_objects: "as planned_objects",
  rescores: "the whole database's",
  sealed_sessions: "as object_sessions",
  sighting_chunks: "by scope: the purge deletes those of a person's sessions, traces and instances",
  sign_in_links: "as sign_ins",
  sign_ins: "go with the key that they stand for",
  trouble_days: "as prompt_days",
  usage_days: "as prompt_days",
  webhooks: "an organization's",
};

const names = (tables: readonly TableShape[]) => tables.map(({ name }) => name).toSorted();

describe("the tables of the database", () => {
  test("are gone through by a purge where they declare an owner", () => {
    expect(names(OWNED_TABLES)).toEqual(names(TABLES.filter(({ owner }) => owner.length > 0)));
  });

  test("declare an owner, or are listed with the reason why not", () => {
    const without = TABLES.filter(({ owner }) => owner.length === 0);
    expect(names(without)).toEqual(Object.keys(WITHOUT_OWNER).toSorted());
  });

  test("have an organization and the columns that they declare as owner", () => {
    for (const { name, columns, owner } of OWNED_TABLES)
      expect([name, Object.keys(columns)]).toEqual([
        name,
        expect.arrayContaining(["organization", ...owner]),
      ]);
  });
});
