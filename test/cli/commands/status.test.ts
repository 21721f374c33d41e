import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { setInBooks } from "../../../src/books/progress-table.ts";
import { startTestAppliance, type TestAppliance, type TestOrganization } from "../../appliance/running.ts";
import { eventually, eventuallyAnswered } from "../../eventually.ts";
import { startScriptedModel } from "../../judge/scripted-model.ts";
import { keepTrial } from "../../rubric/trial/kept-trial.ts";
import { carefulAnswer } from "../../rubric/trial/trials.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { dataDirectory } from "../command-line.ts";
import { scoring } from "../in-process.ts";
import { localStores, openDatabaseOf } from "../../../src/stores.ts";

const BODY = join(import.meta.dir, "../../fixtures/bodies/codex-0.169.0-logs.json");

let appliance: TestAppliance;
let ours: TestOrganization;
let beside: string[];

beforeAll(async () => {
  appliance = await startTestAppliance();
  ours = await appliance.addOrganization();
  expect((await appliance.send("/v1/logs", await Bun.file(BODY).text(), ours.key)).status).toBe(200);
  await appliance.settled();
  beside = ["--data-dir", appliance.directory, "--listen", `127.0.0.1:${appliance.port}`];
});

afterAll(() => appliance.stop());

describe("scoring status", () => {
  test("is refused with a member's key", async () => {
    const { code, out, err } = await scoring(["status", ...beside, "--key", ours.key]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("needs an admin key");
  });

  test("is refused with a key that the server does not know", async () => {
    const { code, err } = await scoring(["status", ...beside], { SCORING_API_KEY: "scoring_nonsense" });
    expect(code).toBe(1);
    expect(err).toContain("does not know this key");
  });

  test("reports everything with an admin's key", async () => {
    const { server, books } = await eventuallyAnswered(async () => {
      const { code, out, err } = await scoring(["status", "--json", ...beside, "--key", ours.admin]);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      const said = JSON.parse(out);
      // while its database is slow to answer the server says less
      return said.books.published === null ? null : said;
    });
    expect(server).toMatchObject({ status: "ready", servesDirectory: true });
    expect(
      server.stages.find(({ stage }: { stage: string }) => stage === "ingest").counters.acceptedRecords,
    ).toBe(25);
    expect(books).toMatchObject({ balanced: true, published: { requests: 2, records: 25 }, heldRecords: 25 });
  });

  test("says what the database and /readyz know without a key", async () => {
    const { code, out } = await scoring(["status", "--json", ...beside]);
    const { server, books, kept } = JSON.parse(out);
    const normaliser = server.stages.find(({ stage }: { stage: string }) => stage === "normaliser");
    expect(code).toBe(0);
    expect(normaliser).toMatchObject({ ready: true, lag: { seconds: 0, records: 0 } });
    expect(books).toMatchObject({ balanced: true, published: null, heldRecords: 25 });
    expect(kept.organizations).toBe(3);
  });

  test("is an aligned table for people", async () => {
    const { out } = await scoring(["status", ...beside]);
    expect(out).toContain("STAGE        STATE  BEHIND");
    expect(out).toContain("normaliser   ready  0.0 s, 0 records");
    expect(out).toContain("Every record is accounted for.\nNo backup yet: run scoring backup FILE.");
    const { out: verbose } = await scoring(["status", "--verbose", ...beside]);
    expect(verbose).toMatch(/\n  persisted +25\n/);
  });

  test("finds the server although its directory is another, or none is here", async () => {
    const { directory } = await dataDirectory();
    const listen = ["--listen", `127.0.0.1:${appliance.port}`];
    const other = await scoring(["status", "--data-dir", directory, ...listen]);
    expect(other.out).toContain(`: ready\nThis server does not keep its data in ${directory}. Name its data`);
    expect(other.out).toContain("1 organization, 2 active keys, 1 developer\n");
    const none = await scoring(["status", ...listen, "--key", ours.admin, "--json"]);
    expect([none.code, none.err]).toEqual([0, ""]);
    expect(JSON.parse(none.out)).toMatchObject({
      server: { status: "ready", servesDirectory: false },
      books: { balanced: true },
      kept: null,
    });
    const neither = await scoring(["status", "--listen", "127.0.0.1:1"]);
    expect(neither.code).toBe(1);
    expect(neither.err).toContain("does not exist, and no server answers on http://127.0.0.1:1");
  });

  test("says what the server says of a check that judging waits for, and without a key what the settings say", async () => {
    const model = startScriptedModel();
    const set = { llmBaseUrl: model.url, llmModel: "home-made", judgeRequiresCheck: true };
    const waiting = await startTestAppliance({ settings: set });
    const { admin } = await waiting.addOrganization();
    const status = ["status", "--data-dir", waiting.directory, "--listen", `127.0.0.1:${waiting.port}`];
    // a server that is slow says less, and its directory says the rest
    await eventually(async () => {
      const { out } = await scoring([...status, "--key", admin]);
      return out.includes("\n  nothing is judged until this model has passed a check");
    });
    const held = async (...words: string[]) =>
      JSON.parse((await scoring([...status, "--json", ...words])).out).judgingHeld as unknown;
    await eventually(async () => (await held("--key", admin)) === true);
    expect(await held()).toBe(false);
    const checked = { model: "home-made", triedAt: systemClock(), answer: carefulAnswer };
    await keepTrial(waiting.directory, { ...checked, baseUrl: model.url });
    expect(await held("--key", admin)).toBe(false);
    await Promise.all([waiting.stop(), model.stop()]);
  });

  test("says of a directory that is served where its server listens and which model it asks, by no environment", async () => {
    const model = startScriptedModel();
    const served = await startTestAppliance({ settings: { llmBaseUrl: model.url, llmModel: "home-made" } });
    const out = await eventuallyAnswered(async () => {
      const said = (await scoring(["status", "--data-dir", served.directory])).out;
      return said.startsWith(`http://127.0.0.1:${served.port}: ready\n`) ? said : null;
    });
    expect(out).toContain("Language model: home-made");
    await Promise.all([served.stop(), model.stop()]);
  });

  test("ends with 1 when the books do not balance, and says in what", async () => {
    const { directory } = await dataDirectory();
    const database = openDatabaseOf(localStores(directory), "write");
    await setInBooks(database, "persisted", { frames: 1, records: 5 });
    await database.destroy();
    const { code, out } = await scoring(["status", "--data-dir", directory, "--listen", "127.0.0.1:1"]);
    expect(code).toBe(1);
    expect(out).toContain("RECORDS ARE NOT ACCOUNTED FOR");
    expect(out).toMatch(/\n  persisted +5\n/);
    expect(out).toContain("records persisted = examined + pending: 5 against 0");
  });
});

describe("scoring healthcheck --wait", () => {
  test("ends when every stage is ready, however late the server starts", async () => {
    let answered = 0;
    const answers = () => {
      answered += 1;
      const status = answered < 3 ? "not_ready" : "ready";
      return Response.json({ status, stages: {} });
    };
    await using server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answers });
    const listen = `127.0.0.1:${server.port}`;
    expect(await scoring(["healthcheck", "--wait", "--listen", listen])).toMatchObject({
      code: 0,
      out: "ready\n",
    });
    expect(answered).toBe(3);
  });
});
