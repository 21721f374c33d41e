/** The alerting stage: when alerts open and close, what is said of them and how often, also after a crash. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { insertDeveloper } from "../../../src/identity/developers/table.ts";
import { newDeveloper } from "../../../src/identity/developers/resolve.ts";
import { acknowledgeAlert } from "../../../src/insights/alerts/acknowledge.ts";
import { deleteAlertRule } from "../../../src/insights/alerts/rules/change-rules.ts";
import { OWNED_TABLES } from "../../../src/insights/governance/owned-tables.ts";
import { deleteRows } from "../../../src/insights/governance/person-table.ts";
import { UNHURRIED } from "../../../src/vocabulary/stage.ts";
import { DAY, HOUR, MINUTE } from "../../../src/vocabulary/units.ts";
import { addKey } from "../../identity/identity-database.ts";
import { eventually } from "../../eventually.ts";
import {
  CHANNEL,
  MODEL,
  MONDAY,
  NEXT_LOOK,
  passDays,
  type RunningAlerts,
  runningAlerts,
} from "./running-alerts.ts";

let on: RunningAlerts;

beforeEach(async () => {
  on = await runningAlerts();
});
afterEach(() => on.close());

const titles = async (isClosed: boolean | null = false) =>
  (await on.alerts(isClosed)).map(({ title }) => title);

async function addDeveloper(email: string): Promise<string> {
  const identity = { kind: "user.email", value: email };
  const developer = newDeveloper({ organizationId: on.organization, identity, keyName: "key" });
  await insertDeveloper(on.database, developer, identity);
  return developer.id;
}

describe("an alert", () => {
  test("opens on the page without any place being set, and closes by itself", async () => {
    on.machine = { ...on.machine, lastBackupAt: MONDAY - 8 * DAY };
    const stage = on.start();
    await on.settle(stage);
    expect(await on.alerts()).toMatchObject([
      { kind: "backup", title: "The last backup is 8 days old", state: "open", threshold: 7, closedAt: null },
    ]);
    on.pass(NEXT_LOOK);
    on.machine = { ...on.machine, lastBackupAt: on.now };
    await on.settle(stage);
    expect(await on.alerts()).toEqual([]);
    expect(await on.alerts(true)).toMatchObject([{ kind: "backup", state: "closed" }]);
    expect(on.slack.heard).toEqual([]);
  });

  test("opens once, however often it is looked for, and after a restart", async () => {
    on.machine = { ...on.machine, lastBackupAt: MONDAY - 8 * DAY };
    for (let start = 0; start < 3; start += 1) {
      await on.settle(on.start());
      on.pass(NEXT_LOOK);
    }
    expect(await on.alerts(null)).toHaveLength(1);
  });

  test("that was acknowledged stays so, and is open again at the next threshold", async () => {
    await on.setBudget(10);
    await on.work({ usd: 6 });
    const stage = on.start();
    await on.settle(stage);
    const [alert] = await on.alerts();
    expect(alert).toMatchObject({ title: "60 % of the budget of the team is spent", threshold: 50 });
    const asked = { organizationId: on.organization, id: alert?.id ?? "", namesDevelopers: false };
    expect((await acknowledgeAlert(on.database, asked, on.now)).ok).toBe(true);
    on.pass(NEXT_LOOK);
    await on.work({ usd: 1 });
    await on.settle(stage);
    expect(await on.alerts()).toMatchObject([{ state: "acknowledged", threshold: 50 }]);
    on.pass(NEXT_LOOK);
    await on.work({ usd: 1.5 });
    await on.settle(stage);
    expect(await on.alerts()).toMatchObject([{ state: "open", threshold: 80, acknowledgedAt: null }]);
  });

  test("goes with its rule", async () => {
    on.machine = { ...on.machine, lastBackupAt: null };
    on.pass(10 * 365 * DAY);
    await on.settle(on.start());
    expect(await titles()).toEqual(["No backup was ever made"]);
    await deleteAlertRule(on.database, { organizationId: on.organization, id: "backup" }, on.now);
    expect(await on.alerts()).toEqual([]);
  });

  test("about a developer goes with them, and names them only where the owner allows that", async () => {
    const ada = await addDeveloper("ada@example.com");
    await on.setBudget(1, { developer: ada });
    await on.work({ developer: ada, usd: 2 });
    await on.settle(on.start());
    expect(await titles()).toEqual(["200 % of the budget of a developer is spent"]);
    on.namesDevelopers = true;
    expect(await titles()).toEqual(["200 % of the budget of ada@example.com is spent"]);
    const whose = { organization: on.organization, sessions: [], developers: [ada] };
    for (const table of OWNED_TABLES)
      if (table.name === "alerts") await deleteRows(on.database, table, whose);
    expect(await on.alerts(null)).toEqual([]);
  });
});

describe("rules about the machine", () => {
  test("find refused senders, the judge model and stages that are behind", async () => {
    const sender = { sender: "otel-go", fault: "no_key", keyId: null, organizationId: null } as const;
    on.machine = {
      ...on.machine,
      refused: [{ ...sender, requests: 12, firstAt: MONDAY, lastAt: MONDAY }],
      judge: { isOutOfBudget: false, failing: { since: MONDAY - 2 * HOUR, outcome: "unreachable" } },
      stages: [
        { stage: "normaliser", problem: "behind", minutes: 20 },
        { stage: "metrics", problem: "behind", minutes: 2 },
      ],
    };
    await on.settle(on.start());
    expect((await titles()).toSorted()).toEqual([
      "Telemetry of otel-go is refused",
      "The judge model does not answer",
      "The stage normaliser is behind",
    ]);
  });

  test("show nobody who was refused without a known key where there are two organizations", async () => {
    await on.addOrganization("theirs");
    const sender = { sender: "otel-go", fault: "no_key", keyId: null, organizationId: null } as const;
    on.machine = {
      ...on.machine,
      refused: [{ ...sender, requests: 12, firstAt: MONDAY, lastAt: MONDAY }],
    };
    await on.settle(on.start());
    expect(await titles()).toEqual([]);
  });
});

describe("silence", () => {
  beforeEach(() => on.change("backup", { enabled: false }));

  test("of an agent that sent every working day is found after a working day, and not on a weekend", async () => {
    // two weeks of both agents; from the second Friday on only one is left
    await passDays(on, 15, async (day) => {
      if (day % 7 < 5) await on.work({ agent: "claude-code" });
      if (day % 7 < 5 && day < 11) await on.work({ agent: "codex" });
    });
    // the second Friday was the first day without it; nothing more is wrong with Saturday and Sunday
    expect(await on.alerts()).toMatchObject([
      { title: "Codex sends nothing any more", openedAt: "2026-06-13T00:00:00.000Z" },
    ]);
    await on.work({ agent: "codex" });
    on.pass(NEXT_LOOK);
    await on.settle(on.start());
    expect(await on.alerts()).toEqual([]);
  });

  test("of everything is one alert, not one for each agent", async () => {
    await passDays(on, 10, async (day) => {
      if (day >= 5) return;
      await on.work({ agent: "claude-code" });
      await on.work({ agent: "codex" });
    });
    expect(await titles()).toEqual(["No telemetry arrives any more"]);
  });

  test("of a key is found, and the key of a developer is not named", async () => {
    const { organization: organizationId } = on;
    const ada = await addDeveloper("ada@example.com");
    const { record: shared } = await addKey(on.database, { organizationId, name: "ci" });
    const { record: own } = await addKey(on.database, {
      organizationId,
      name: "ada's laptop",
      developerId: ada,
    });
    await passDays(on, 10, async (day) => {
      if (day % 7 < 5) await on.work();
      if (day < 5) for (const { id } of [shared, own]) await on.useKey(id);
    });
    expect((await titles()).toSorted()).toEqual([
      `A developer’s key (${own.id}) is not used any more`,
      "The key “ci” is not used any more",
    ]);
  });

  test.each([false, true])("of a developer is found where the owner allows it: %p", async (isAllowed) => {
    on.namesDevelopers = isAllowed;
    const [ada, grace] = [await addDeveloper("ada@example.com"), await addDeveloper("grace@example.com")];
    await passDays(on, 10, async (day) => {
      if (day % 7 < 5) await on.work({ developer: grace });
      if (day < 5) await on.work({ developer: ada });
    });
    expect(await titles()).toEqual(isAllowed ? ["ada@example.com sends nothing any more"] : []);
  });
});

describe("waiting for models", () => {
  beforeEach(() => on.change("backup", { enabled: false }));

  /** Working days that are usual: half an hour is lost on each. */
  async function workUsualDays(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      await on.call(30 * MINUTE);
      on.pass(DAY);
    }
  }

  test("is found on a day of more than usual, with its hours, and is over the next day", async () => {
    await workUsualDays(5);
    await on.call(3 * HOUR);
    const stage = on.start();
    await on.settle(stage);
    expect(await on.alerts()).toMatchObject([
      {
        kind: "waiting",
        title: "People wait for models longer than usual today",
        detail: "3.0 h lost so far, where 0.5 h a day are usual (the middle of 5 days).",
        threshold: 2,
        page: "/throttle",
      },
    ]);
    on.pass(DAY);
    await on.call(30 * MINUTE);
    await on.settle(stage);
    expect(await on.alerts()).toEqual([]);
  });

  test("is not found on a usual day, nor before five days are known", async () => {
    await workUsualDays(4);
    await on.call(3 * HOUR);
    await on.settle(on.start());
    expect(await titles()).toEqual([]);
    on.pass(DAY);
    await on.call(2 * HOUR);
    await on.settle(on.start());
    expect(await titles()).toEqual([]);
  });
});

describe("a month that is expected to cost more than its budget", () => {
  test.each([
    [MODEL, `the budget for ${MODEL}`],
    [undefined, "its budget"],
  ])("is found for the team's budget for %p", async (model, budget) => {
    await on.change("backup", { enabled: false });
    await on.setBudget(40, model === undefined ? {} : { model });
    await passDays(on, 15, () => on.work({ usd: 2 }));
    expect(await titles()).toContain(`This month is expected to cost 150 % of ${budget}`);
  });

  test("is found for no developer's budget", async () => {
    const ada = await addDeveloper("ada@example.com");
    await on.setBudget(40, { developer: ada });
    await passDays(on, 15, () => on.work({ usd: 2, developer: ada }));
    expect((await on.alerts()).map(({ kind }) => kind)).not.toContain("forecast");
  });
});

describe("a message", () => {
  const SPENDING = { places: [CHANNEL] };

  test("is sent when an alert opens and when it closes, and at no other time", async () => {
    await on.connect();
    await on.change("spend", SPENDING);
    await on.change("forecast", { enabled: false });
    await on.setBudget(20);
    const stage = on.start();
    await on.work({ usd: 11 });
    for (let look = 0; look < 4; look += 1) {
      await on.settle(stage);
      on.pass(NEXT_LOOK);
    }
    const opened = on.said();
    expect(opened).toHaveLength(1);
    expect(opened[0]).toContain("New: 55 % of the budget of the team is spent. $11.00 of $20.00 this month.");
    expect(opened[0]).toContain("https://scoring.example.com/alerts");
    on.pass(30 * DAY);
    await on.settle(stage);
    const closed = on.said();
    expect(closed).toHaveLength(1);
    expect(closed[0]).toContain("Over: 55 % of the budget");
  });

  test("holds all that one look found", async () => {
    await on.connect();
    for (const rule of ["backup", "stage_behind", "judge"] as const) await on.change(rule, SPENDING);
    on.machine = {
      ...on.machine,
      lastBackupAt: MONDAY - 9 * DAY,
      judge: { isOutOfBudget: true, failing: null },
      stages: [{ stage: "normaliser", problem: "behind", minutes: 20 }],
    };
    await on.settle(on.start());
    const said = on.said();
    expect(said).toHaveLength(1);
    expect(said[0]).toContain("3 changes of alerts");
  });

  test("goes to a place at most six times an hour, and what changed meanwhile is in the next", async () => {
    await on.connect();
    await on.change("stage_behind", SPENDING);
    const stage = on.start();
    for (let look = 0; look < 9; look += 1) {
      const behind = { stage: `stage-${look}`, problem: "behind", minutes: 20 } as const;
      on.machine = { ...on.machine, stages: [...on.machine.stages, behind] };
      await on.settle(stage);
      on.pass(NEXT_LOOK);
    }
    expect(on.said()).toHaveLength(6);
    on.pass(10 * MINUTE);
    await on.settle(stage);
    const [joined, ...others] = on.said();
    expect(others).toEqual([]);
    for (const look of [6, 7, 8]) expect(joined).toContain(`stage-${look}`);
  });

  test("of one organization is sent when the alerts of another cannot be evaluated", async () => {
    const theirs = await on.addOrganization("theirs");
    await on.connect(theirs);
    await on.change("backup", SPENDING, theirs);
    // what is kept of the first organization cannot be read
    await on.change("backup", { name: "Backups" });
    await sql`update alert_rules set rules = '[{}]' where organization = ${on.organization}`.execute(
      on.database,
    );
    on.machine = { ...on.machine, lastBackupAt: MONDAY - 9 * DAY };
    const stage = on.start();
    expect(stage.step(UNHURRIED)).rejects.toThrow("evaluating the alerts of organizations");
    await eventually(async () => {
      await stage.step(UNHURRIED);
      return on.slack.heard.some(({ body }) => JSON.stringify(body).includes("9 days old"));
    });
    expect(await on.alerts(false, theirs)).toMatchObject([{ kind: "backup" }]);
  });
});

describe("a program that dies while it sends", () => {
  beforeEach(async () => {
    await on.connect();
    await on.change("backup", { places: [CHANNEL] });
    on.machine = { ...on.machine, lastBackupAt: MONDAY - 9 * DAY };
  });

  /** Steps until the message is under way, and leaves it there. */
  async function beginSending(): Promise<void> {
    const before = on.slack.heard.length;
    const stage = on.start();
    await eventually(async () => {
      await stage.step(UNHURRIED);
      return on.slack.heard.length > before;
    });
  }

  test("sends the message once more", async () => {
    on.slack.behave({ kind: "slow" });
    await beginSending();
    on.slack.behave({ kind: "well" });
    on.pass(MINUTE);
    await on.settle(on.start());
    on.pass(MINUTE);
    await on.settle(on.start());
    expect(on.said()).toHaveLength(2);
    expect(await on.alerts(null)).toHaveLength(1);
  });

  test("twice sends it no third time", async () => {
    on.slack.behave({ kind: "slow" });
    await beginSending();
    on.pass(MINUTE);
    await beginSending();
    on.slack.behave({ kind: "well" });
    for (let start = 0; start < 3; start += 1) {
      on.pass(MINUTE);
      await on.settle(on.start());
    }
    expect(on.said()).toHaveLength(2);
  });

  test("after it was sent, and before that was kept, sends it a second time and no third", async () => {
    await sql`
      create trigger refused before update on alert_messages
      when new.deliveries like '%"delivered"%' begin select raise(abort, 'a test'); end`.execute(on.database);
    for (let start = 0; start < 4; start += 1) {
      const stage = on.start();
      // a message that arrived cannot be noted: the step fails, and the program dies
      for (let step = 0; step < 5; step += 1)
        await stage.step(UNHURRIED).then(
          ({ wokenBy }) => wokenBy,
          () => undefined,
        );
      on.pass(MINUTE);
    }
    await sql`drop trigger refused`.execute(on.database);
    await on.settle(on.start());
    expect(on.said()).toHaveLength(2);
  });

  test("before it began sends it once", async () => {
    // everything is kept, and the step that would send it never comes
    await sql`create trigger refused before update on alert_messages begin select raise(abort, 'a test'); end`.execute(
      on.database,
    );
    expect(on.start().step(UNHURRIED)).rejects.toThrow();
    await eventually(async () => (await on.alerts()).length === 1);
    await sql`drop trigger refused`.execute(on.database);
    await on.settle(on.start());
    expect(on.said()).toHaveLength(1);
  });
});

describe("a month of work", () => {
  test("brings the alerts that its budget, its silence and its backups deserve, each said twice", async () => {
    await on.connect();
    for (const rule of ["spend", "forecast", "silence", "backup"] as const)
      await on.change(rule, { places: [CHANNEL] });
    await on.setBudget(60);
    await passDays(on, 31, async (day) => {
      // codex stops after the second week; a backup is made on the first day and never again
      if (day % 7 < 5) await on.work({ usd: 2 });
      if (day % 7 < 5 && day < 12) await on.work({ agent: "codex", usd: 1 });
    });
    const all = (await on.alerts(null)).map(({ kind, threshold, state }) => `${kind} ${threshold} ${state}`);
    expect(all.toSorted()).toEqual([
      "backup 7 open",
      "forecast 100 closed",
      "silence 1 open",
      "spend 80 closed",
    ]);
    const said = on.said().join("\n");
    for (const words of ["New: 50 % of the budget", "More: 80 % of the budget", "Over: ", "New: Codex sends"])
      expect(said).toContain(words);
  });
});
