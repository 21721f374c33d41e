/** opencode's database, captured with 1.18.33 on 2026-11-22. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { opencodeHistory } from "../../src/history/opencode/source.ts";
import { filesOf, homeWith, readAll } from "./homes.ts";

const NAME = "opencode-tui-edit-compact";
const databaseIn = (home: string) => join(home, ".local/share/opencode/opencode.db");

describe("opencode's database", () => {
  test("gives its sessions with what was typed, calls and tools", async () => {
    const home = homeWith(NAME);
    expect(filesOf(opencodeHistory, home)).toHaveLength(2);
    const { records, leftOut } = await readAll(opencodeHistory, home);
    expect(leftOut).toEqual([]);
    const counts = Map.groupBy(records, ({ name }) => name);
    expect(Object.fromEntries([...counts].map(([name, same]) => [name, same.length]))).toEqual({
      "scoring.prompt": 12,
      "scoring.model_call": 33,
      "scoring.tool_call": 22,
      "scoring.compaction": 1,
    });
  });

  test("is read while the agent writes, with what is only in its log, and is not changed", async () => {
    const home = homeWith(NAME);
    using agent = new Database(databaseIn(home));
    agent.run("pragma journal_mode = wal");
    agent.run("pragma wal_autocheckpoint = 0");
    const before = (await readAll(opencodeHistory, home)).records.length;
    const { session } = agent.query("select min(session_id) as session from message").get() as {
      session: string;
    };
    const value = JSON.stringify({ role: "user", time: { created: 1_795_306_300_000 } });
    const message = ["msg_zz", session, 1_795_306_300_000, 1_795_306_300_000, value];
    agent.run(
      "insert into message (id, session_id, time_created, time_updated, data) values (?, ?, ?, ?, ?)",
      message,
    );
    const part = [
      "prt_zz",
      "msg_zz",
      ...message.slice(1, 4),
      JSON.stringify({ type: "text", text: "One more." }),
    ];
    agent.run(
      "insert into part (id, message_id, session_id, time_created, time_updated, data) values (?, ?, ?, ?, ?, ?)",
      part,
    );
    expect((await readAll(opencodeHistory, home)).records).toHaveLength(before + 1);
  });

  test("of another version, or damaged, is left out with a line that says so", async () => {
    const [newer, damaged] = [homeWith(NAME), homeWith(NAME)];
    using agent = new Database(databaseIn(newer));
    agent.run("update session set version = '3.0.0'");
    const { records, leftOut } = await readAll(opencodeHistory, newer);
    expect(records).toEqual([]);
    expect(leftOut.map(({ reason }) => reason)).toContain("version 3.0.0 of opencode is not known");
    writeFileSync(databaseIn(damaged), "not a database");
    const unreadable = await readAll(opencodeHistory, damaged);
    expect(unreadable.leftOut).toHaveLength(1);
    expect(unreadable.leftOut[0]?.reason).toContain("opencode's tables cannot be read");
  });
});
