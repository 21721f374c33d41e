import { describe, expect, test } from "bun:test";
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
};
const { books } = status;

describe("the status in a sentence", () => {
  test("says that everything works, and what that rests on", () => {
    expect(sayStatus(status)).toBe(
      "Everything works: 1 stage is ready, and all 33,499 records are accounted for.",
    );
    expect(sayStatus({ ...status, books: null })).toContain("nothing has been received yet");
  });

  test("names the one thing that is wrong", () => {
    expect(sayStatus({ ...status, stages: [failing] })).toBe("Writer is not ready.");
    expect(concernsOf({ ...status, stages: [failing] })).toEqual([
      { title: "Writer is not ready", detail: "the disk is full" },
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
    expect(concernsOf({ ...status, books: wrong }).map(({ title }) => title)).toEqual([
      "1 record was lost",
      "The record accounting does not balance",
      "7 records are in quarantine",
    ]);
    expect(sayStatus({ ...status, books: wrong })).toBe("3 things need attention.");
  });

  test("says that old records stay, and what lets them go", () => {
    const waits = { since: "2026-11-23T00:00:00Z", comparedWith: "2026-11-01T00:00:00Z", agreedHours: 3 };
    const past = concernsOf({ ...status, expiryWaits: { ...waits, reason: "past_last_arrival" } });
    expect(past).toEqual([
      { title: "Old records are not removed", detail: expect.stringContaining("scoring retention confirm") },
    ]);
    expect(past[0]?.detail).toContain("(3 so far)");
    const before = concernsOf({ ...status, expiryWaits: { ...waits, reason: "before_build" } });
    expect(before[0]?.detail).toContain("before the program was built");
  });

  test("says what was set aside, and why", () => {
    const setAside = [{ what: "sessions" as const, count: 2, reason: "it took too long", version: null }];
    expect(concernsOf({ ...status, setAside })).toEqual([
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
