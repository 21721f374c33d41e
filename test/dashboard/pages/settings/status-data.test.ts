import { describe, expect, test } from "bun:test";
import { describeCertificate } from "../../../../embedded/dashboard/pages/settings/status/certificate-data.ts";
import type { Stage, Status } from "../../../../embedded/dashboard/pages/settings/status/fetch-status.ts";
import {
  concernsOf,
  farthestBehind,
  sayStatus,
  wordOf,
} from "../../../../embedded/dashboard/pages/settings/status/status-data.ts";

const writer: Stage = {
  stage: "writer",
  ready: true,
  detail: null,
  condition: { kind: "idle", since: null, reason: null, nextTryAt: null },
  lag: { seconds: 0, records: 0, sessions: null },
  lastError: null,
  counters: {},
};

const failing: Stage = {
  ...writer,
  ready: false,
  condition: { kind: "failed", since: null, reason: "the disk is full", nextTryAt: null },
};

const none = { requests: 0, records: 0 };

const status: Status = {
  version: "1.0.0",
  startedAt: "2026-11-22T06:00:00Z",
  uptimeSeconds: 1,
  status: "ready",
  stages: [writer],
  unanswered: [],
  books: {
    balanced: true,
    published: none,
    inStream: none,
    persisted: none,
    duplicate: none,
    quarantined: none,
    lost: { ...none, noticedAt: null },
    examinedRecords: 33_499,
    oddTimeRecords: 0,
    pendingRecords: 0,
    heldRecords: 0,
    expiredRecords: 0,
    purgedRecords: 0,
    equations: [],
    watch: null,
  },
  setAside: [],
  refusedSenders: [],
  languageModel: null,
  memory: { serverBytes: 1, streamBytes: null },
  disk: { freeBytes: 1 },
  lastBackup: null,
  expiryWaits: null,
  bucketRule: null,
  certificateValidUntil: null,
};
const { books } = status;
const NOW = Date.parse("2026-11-22T08:00:00Z");

describe("the status in a sentence", () => {
  test("says that everything works, and what that rests on", () => {
    expect(sayStatus(status, NOW)).toBe(
      "Everything works: 1 stage is ready, and all 33,499 records are accounted for.",
    );
    expect(sayStatus({ ...status, books: null }, NOW)).toContain("nothing has been received yet");
  });

  test("names the one thing that is wrong", () => {
    expect(sayStatus({ ...status, stages: [failing] }, NOW)).toBe("Writer is not ready.");
    expect(concernsOf({ ...status, stages: [failing] }, NOW)).toEqual([
      { title: "Writer is not ready", detail: "the disk is full" },
    ]);
  });

  test("says what is not known while the database does not answer", () => {
    const concerns = concernsOf({ ...status, unanswered: ["database"], books: null }, NOW);
    expect(concerns).toEqual([
      { title: "The database did not answer in time", detail: expect.stringContaining("cannot say how far") },
    ]);
  });

  test("reports lost and quarantined records, and books that do not balance", () => {
    const wrong =
      books === null
        ? null
        : {
            ...books,
            balanced: false,
            quarantined: { requests: 1, records: 7 },
            lost: { requests: 1, records: 1, noticedAt: null },
          };
    expect(concernsOf({ ...status, books: wrong }, NOW).map(({ title }) => title)).toEqual([
      "1 record was lost",
      "The record accounting does not balance",
      "7 records are in quarantine",
    ]);
    expect(sayStatus({ ...status, books: wrong }, NOW)).toBe("3 things need attention.");
  });

  test("says what a rule of the bucket deletes", () => {
    const bucketRule = { name: "tidy", prefix: "team/", days: 30, keptDays: 365 };
    const saying = (detail: string) => [
      { title: "The bucket deletes records too early", detail: expect.stringContaining(detail) },
    ];
    expect(concernsOf({ ...status, bucketRule }, NOW)).toEqual(
      saying(
        "The lifecycle rule tidy deletes objects below team/ after 30 days, and records are to stay for 365 days.",
      ),
    );
    const nameless = { ...bucketRule, name: "", prefix: "", days: null };
    expect(concernsOf({ ...status, bucketRule: nameless }, NOW)).toEqual(
      saying("A lifecycle rule deletes all its objects on one day"),
    );
  });

  test("says that old records stay, and what lets them go", () => {
    const waits = { since: "2026-11-23T00:00:00Z", comparedWith: "2026-11-01T00:00:00Z", agreedHours: 3 };
    const past = concernsOf({ ...status, expiryWaits: { ...waits, reason: "past_last_arrival" } }, NOW);
    expect(past).toEqual([
      { title: "Old records are not removed", detail: expect.stringContaining("scoring retention confirm") },
    ]);
    expect(past[0]?.detail).toContain("(3 so far)");
    const before = concernsOf({ ...status, expiryWaits: { ...waits, reason: "before_build" } }, NOW);
    expect(before[0]?.detail).toContain("before the program was built");
  });

  test("says when the certificate expires, two weeks before", () => {
    const until = (certificateValidUntil: string) => concernsOf({ ...status, certificateValidUntil }, NOW);
    expect(until("2026-12-06T08:00:00Z")).toEqual([]);
    expect(until("2026-12-06T07:59:59Z")).toEqual([
      {
        title: "The server's certificate expires on 6 Dec 2026",
        detail: "Agents and browsers refuse it then. Replace it and reload the server's settings.",
      },
    ]);
    expect(until("2026-11-22T08:00:00Z").map(({ title }) => title)).toEqual([
      "The server's certificate has expired",
    ]);
  });

  test("says what was set aside, and why", () => {
    const setAside = [{ what: "sessions" as const, count: 2, reason: "it took too long", version: null }];
    expect(concernsOf({ ...status, setAside }, NOW)).toEqual([
      {
        title: "2 sessions set aside",
        detail: "it took too long. It is kept but not scored; the next version tries again.",
      },
    ]);
  });
});

describe("a stage", () => {
  test("is reported in a word", () => {
    const waiting: Stage = {
      ...writer,
      condition: { kind: "waiting", since: null, reason: null, nextTryAt: null },
    };
    expect(
      [writer, waiting, failing, { ...writer, ready: false }].map((stage) => wordOf(stage).word),
    ).toEqual(["ready", "waiting", "failing", "not ready"]);
  });

  test("that is farthest behind counts for all", () => {
    const slow: Stage = { ...writer, lag: { seconds: 42, records: 3, sessions: null } };
    expect(farthestBehind([writer, slow])).toBe(42);
    expect(farthestBehind([{ ...writer, lag: null }])).toBeNull();
  });
});

describe("the certificate's figure", () => {
  test("is the whole days that are left, and the date", () => {
    const described = { number: "35", unit: "days", note: "good until 28 Dec 2026" };
    expect(describeCertificate("2026-12-28T07:59:59Z", NOW)).toEqual(described);
    expect(describeCertificate("2026-11-23T09:00:00Z", NOW)).toMatchObject({ number: "1", unit: "day" });
    expect(describeCertificate("2026-11-20T00:00:00Z", NOW)).toEqual({
      number: "0",
      unit: "days",
      note: "expired on 20 Nov 2026",
    });
  });
});
