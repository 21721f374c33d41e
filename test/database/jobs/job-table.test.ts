import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { count, text } from "../../../src/database/columns.ts";
import { counterTables, takeNumber } from "../../../src/database/jobs/counters-table.ts";
import {
  addJob,
  changeJob,
  declareJob,
  type JobChange,
  nextJob,
  readJob,
  readOpenJobs,
} from "../../../src/database/jobs/job-table.ts";
import { type Database, openDatabase } from "../../../src/database/open.ts";
import { prepareTables } from "../../../src/database/prepare.ts";
import { createTable } from "../../../src/database/table-shape.ts";

const ERRANDS = declareJob(
  "errands",
  { status: text<"pending" | "running" | "completed" | "failed">(), done: count() },
  { open: ["pending", "running"] },
);

let database: Database;

beforeEach(async () => {
  database = openDatabase(":memory:", "write");
  await prepareTables(database, [counterTables]);
  await createTable(database, ERRANDS);
});
afterEach(() => database.destroy());

const add = (id: string) => addJob(database, ERRANDS, { id, status: "pending", done: 0 });
const change = (id: string, changed: JobChange<typeof ERRANDS>["set"]) =>
  changeJob(database, ERRANDS, { where: { id }, set: changed });

describe("jobs", () => {
  test("have their turn in the order in which they were asked for, begun or not", async () => {
    for (const id of ["second in the alphabet", "first in the alphabet"]) await add(id);
    expect((await nextJob(database, ERRANDS))?.id).toBe("second in the alphabet");
    await change("second in the alphabet", { status: "running", done: 3 });
    expect(await nextJob(database, ERRANDS)).toMatchObject({ status: "running", done: 3, reason: null });
    expect((await readOpenJobs(database, ERRANDS)).map(({ number }) => number)).toEqual([1, 2]);
  });

  test("let the next one go first while they wait", async () => {
    for (const id of ["a", "b"]) await add(id);
    expect((await nextJob(database, ERRANDS, { id: "a" }))?.id).toBe("b");
  });

  test("that are over, or gone, do not change and have no turn", async () => {
    await add("a");
    expect(await change("a", { status: "failed", reason: "it rained" })).toBe(true);
    expect(await change("a", { status: "running" })).toBe(false);
    expect(await change("b", { status: "running" })).toBe(false);
    expect(await nextJob(database, ERRANDS)).toBeNull();
    expect(await readJob(database, ERRANDS, "a")).toMatchObject({ status: "failed", reason: "it rained" });
    expect(await readJob(database, ERRANDS, "b")).toBeNull();
  });

  test("do not change where their row says something else than it should", async () => {
    await add("a");
    expect(await changeJob(database, ERRANDS, { where: { id: "a", done: 1 }, set: { done: 2 } })).toBe(false);
    expect(await changeJob(database, ERRANDS, { where: { id: "a", done: 0 }, set: { done: 2 } })).toBe(true);
  });
});

test("numbers of one name are given once each, in order, and other names have their own", async () => {
  const taken = [];
  for (const name of ["a", "a", "b", "a"]) taken.push(await takeNumber(database, name));
  expect(taken).toEqual([1, 2, 1, 3]);
});
