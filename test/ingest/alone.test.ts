/** What ingest does when the stream refuses or breaks, what it reports to the writer of a body, and what it counts. */
import { heapStats } from "bun:jsc";
import { afterAll, describe, expect, test } from "bun:test";
import { fail, type Result, succeed } from "../../src/vocabulary/result.ts";
import { logs, metrics, spans } from "./bodies.ts";
import { type IngestAloneOptions, startIngestAlone } from "./ingest-alone.ts";

const BODY = logs({ body: { stringValue: "b" } });

const started: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(started.map((ingest) => ingest.stop())));

async function start(options: IngestAloneOptions = {}) {
  const ingest = await startIngestAlone(options);
  started.push(ingest);
  return ingest;
}

describe("trouble", () => {
  test.each([
    ["G10", "unavailable"],
    ["G16", "full"],
    ["G15", "stopping"],
  ] as const)("%s: a stream that is %s is 503, to be asked again in 5 s", async (_, kind) => {
    const refusing = await start({
      publisher: { refusal: () => null, publish: async () => fail({ kind }) },
    });
    const response = await refusing.send("/v1/logs", BODY);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ code: 14, details: [{ retryDelay: "5s" }] });
    expect(refusing.counts()).toMatchObject({ refused: { unavailable: 1 }, accepted: { logs: 0 } });
  });

  test("a key that cannot be looked up now is 503, to be asked again in 5 s, and nobody's fault", async () => {
    const ingest = await start();
    const response = await ingest.send("/v1/logs", BODY, "unread-key");
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ code: 14, message: expect.stringContaining("key") });
    expect(ingest.counts()).toMatchObject({ refused: { unavailable: 1, key: 0 } });
  });

  test("a stream that takes nothing is reported before the body is read", async () => {
    const refusing = await start({
      publisher: { refusal: () => "full", publish: async () => succeed(undefined) },
    });
    expect((await refusing.send("/v1/logs", "no JSON")).status).toBe(503);
  });

  test("G11: a bug is 500 without its reason, and the process lives", async () => {
    const broken = await start({
      publisher: {
        refusal: () => null,
        publish: () => Promise.reject(new Error("a reason with a /path")),
      },
    });
    const response = await broken.send("/v1/logs", BODY);
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual({ code: 13, message: expect.any(String) });
    expect(text).not.toContain("reason with");
    expect((await broken.send("/v1/logs", "{}")).status).toBe(200);
  });

  test("G9: past its limit a key is answered 429 with a time in whole seconds", async () => {
    let now = 1_000_000;
    const limited = await start({ requestsPerMinute: 2, clock: () => now });
    const answers: Response[] = [];
    for (let count = 0; count < 3; count++) answers.push(await limited.send("/v1/logs", BODY));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[2]?.headers.get("retry-after")).toBe("30");
    expect(await answers[2]?.json()).toMatchObject({ code: 8, message: expect.any(String) });
    now += 30_000;
    expect((await limited.send("/v1/logs", BODY)).status).toBe(200);
  });
});

describe("what the writer hears about a body", async () => {
  const ingest = await start();
  const header = async (path: string, body: unknown, key?: string) => {
    await ingest.send(path, body, key);
    return ingest.requests.at(-1)?.header;
  };

  test("H5: the organization and the key it came with", async () => {
    expect(await header("/v1/logs", BODY)).toMatchObject({ organization: "org-1", key: "key-1" });
  });

  test("the sessions of records and resources", async () => {
    const named = (key: string, stringValue: string) => ({ attributes: [{ key, value: { stringValue } }] });
    const logRecords = [
      named("conversation.id", "s2"),
      named("gen_ai.conversation.id", "s3"),
      named("session.id", "s1"),
      named("other.id", "s4"),
    ];
    const entry = { resource: named("session.id", "s1"), scopeLogs: [{ logRecords }] };
    expect((await header("/v1/logs", { resourceLogs: [entry] }))?.sessions).toEqual(["s1", "s2", "s3"]);
  });

  test("which records were rejected, by their place", async () => {
    const body = metrics(
      { name: "a", sum: { dataPoints: [{ asInt: 1 }, { asInt: 2, count: -1 }] } },
      { name: "b", gauge: { dataPoints: [{ asInt: 3, timeUnixNano: "x" }, { asInt: 4 }] } },
    );
    expect((await header("/v1/metrics", body))?.rejected).toEqual([
      [1, 0, 0, 0, 1],
      [1, 0, 0, 1, 0],
    ]);
  });

  test("F15: points of the kind that counts, the later one of two", async () => {
    const both = { gauge: { dataPoints: [{ asInt: 1 }, { asInt: 2 }] }, sum: { dataPoints: [{ asInt: 3 }] } };
    expect((await header("/v1/metrics", metrics(both)))?.records).toEqual({ logs: 0, metrics: 1, traces: 0 });
  });

  test.each([
    ["D1", { timeUnixNano: "1544712660300999999" }, 1_544_712_660_300],
    ["D2", { timeUnixNano: 1_544_712_660_300_000_000 }, 1_544_712_660_300],
    ["D3", { timeUnixNano: "0", observedTimeUnixNano: "1544712660400000000" }, 1_544_712_660_400],
    [
      "D4",
      { attributes: [{ key: "event.timestamp", value: { stringValue: "2018-12-13T14:51:00.500Z" } }] },
      1_544_712_660_500,
    ],
    ["D8", { timeUnixNano: "18446744073709551615" }, 18_446_744_073_709],
  ])("%s: the time of %j is %p", async (_, record, time) => {
    const told = await header("/v1/logs", logs(record));
    expect([told?.leastMs, told?.greatestMs]).toEqual([time, time]);
  });

  test("D5: what has no time gets the time of its arrival", async () => {
    const told = await header("/v1/logs", logs({}));
    const arrival = Number(told?.receivedAtUnixNano.slice(0, -6));
    expect(arrival).toBeGreaterThan(0);
    expect([told?.leastMs, told?.greatestMs]).toEqual([arrival, arrival]);
  });
});

describe("what is counted", () => {
  test("A17: spans on the logs path are misrouted", async () => {
    const ingest = await start();
    await ingest.send("/v1/logs", spans({ name: "misrouted" }));
    expect(ingest.counts()).toMatchObject({ misrouted: 1, accepted: { traces: 1, logs: 0 } });
  });
});

describe("memory", () => {
  test("the text of a body is garbage while its request waits to be acknowledged", async () => {
    const MIB = 1024 * 1024;
    const bodies = 20;
    const acknowledged = Promise.withResolvers<Result<void, never>>();
    const arrived = Promise.withResolvers<void>();
    let waiting = 0;
    const publish = () => {
      waiting += 1;
      if (waiting === bodies) arrived.resolve();
      return acknowledged.promise;
    };
    const ingest = await start({ publisher: { refusal: () => null, publish } });
    const body = JSON.stringify(logs({ body: { stringValue: "b".repeat(MIB) } }));
    Bun.gc(true);
    const before = heapStats().extraMemorySize;
    const responses = Array.from({ length: bodies }, () => ingest.send("/v1/logs", body));
    await arrived.promise;
    Bun.gc(true);
    expect(heapStats().extraMemorySize - before).toBeLessThan((bodies / 2) * MIB);
    acknowledged.resolve(succeed(undefined));
    for (const response of responses) expect((await response).status).toBe(200);
  });
});
