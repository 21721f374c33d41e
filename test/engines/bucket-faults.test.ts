import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgetDerived } from "../../src/appliance/rebuild/forget-derived.ts";
import { NotedAttempts } from "../../src/attempts/attempts.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { StoreUnavailable } from "../../src/objects/object-store.ts";
import { openS3Store } from "../../src/objects/s3-store.ts";
import type { StoredLine } from "../../src/vocabulary/otlp.ts";
import { HOUR, SECOND } from "../../src/vocabulary/units.ts";
import { runRound } from "../../src/writer/upkeep/keep.ts";
import { planRewriting, rewriteObject } from "../../src/writer/upkeep/rewrite.ts";
import { settleObjects } from "../../src/writer/upkeep/settle.ts";
import { newestSequence } from "../../src/writer/upkeep/strays.ts";
import { sweepRemoved } from "../../src/writer/upkeep/sweep.ts";
import { selectDamaged } from "../../src/writer/upkeep/table.ts";
import { EMPTY_STREAM, Holding, logsBody } from "../writer/upkeep/holding.ts";
import { placeIn } from "./bucket.ts";
import { type HttpFault, SLOW_DOWN, startHttpProxy } from "./http-proxy.ts";
import { isS3Missing, startS3, type StartedS3 } from "./s3.ts";

const DENIED: HttpFault = { kind: "refused", status: 403, code: "AccessDenied" };
const GONE: HttpFault = { kind: "refused", status: 404, code: "NoSuchBucket" };

/** As a purge does it: the line that says so goes. */
const withoutB = {
  without: (line: StoredLine) => (JSON.stringify(line).includes('"stringValue":"b"') ? null : line),
  dropsUnreadable: () => false,
};

describe.skipIf(isS3Missing())("while its bucket fails, a data directory", () => {
  const folder = mkdtempSync(join(tmpdir(), "bucket-faults-"));
  let server: StartedS3;
  beforeAll(async () => {
    server = await startS3(join(folder, "s3"));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test.concurrent.each([
    ["asks to slow down", SLOW_DOWN],
    ["breaks off", { kind: "unanswered" }],
    ["refuses the credentials", DENIED],
    ["is not there", GONE],
  ] as const)("loses nothing and blames nothing, at each step: it %s", async (name, fault: HttpFault) => {
    const directory = join(folder, name.replaceAll(" ", "-"));
    mkdirSync(directory);
    const proxy = await startHttpProxy({ port: server.port });
    const place = { ...placeIn(server, `${name.replaceAll(" ", "-")}/`), endpoint: proxy.url };
    const holding = await Holding.open(directory, openS3Store(place));
    const note = join(directory, "attempts.json");
    const attempts = new NotedAttempts(note, { after: "process" });
    const { database, objects } = holding;

    /** Fails with the fault, has worked on nothing meanwhile, and works afterwards. */
    async function survives(
      work: () => Promise<unknown>,
      { only = () => true }: { only?: (method: string) => boolean } = {},
    ): Promise<void> {
      proxy.fail(({ method }) => (only(method) ? fault : null));
      const error = await work().then(
        () => "it worked",
        (failed: unknown) => failed,
      );
      proxy.heal();
      expect(error).toBeInstanceOf(StoreUnavailable);
      expect(JSON.parse(readFileSync(note, "utf8")).at).toEqual([]);
      expect(await selectDamaged(database)).toEqual([]);
      await work();
      expect(await selectDamaged(database)).toEqual([]);
    }
    const write = (text: string) => holding.write([logsBody([{ session: "s", at: holding.now, text }])]);

    await survives(() => write("a"));
    for (const text of ["b", "c"]) {
      holding.now += SECOND;
      await write(text);
    }
    await survives(() => holding.examine({ attempts }));
    await survives(() => holding.texts());
    holding.now += HOUR;
    await survives(() => runRound(holding.parts()));
    await survives(() => sweepRemoved(holding.parts(), 0));
    expect(await objects.list("")).toHaveLength(1);

    const [key = ""] = await holding.keys();
    await survives(() => planRewriting(holding.parts(), key, withoutB));
    const rewriting = await planRewriting(holding.parts(), key, withoutB);
    if (rewriting === null) throw new Error("nothing is taken out");
    await survives(() => rewriteObject(holding.parts(), rewriting), { only: (method) => method === "PUT" });
    expect(await holding.texts()).toEqual(["a", "c"]);

    await inTransaction(database, "full", forgetDerived);
    await survives(() => holding.examine({ attempts }));
    await survives(() => newestSequence(database, objects));
    await survives(() => settleObjects(holding.parts(), EMPTY_STREAM));
    expect(await holding.texts()).toEqual(["a", "c"]);
    expect(attempts.isSuspect(`${key} 0`)).toBe(false);
    await holding.close();
    await proxy.stop();
  });
});
