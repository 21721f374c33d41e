/** What `GET /v1/admin/status` answers. */
import { z } from "zod";
import { SENDER_FAULTS, SENDER_KINDS } from "../../ingest/senders/sender.ts";

/** How much there is of something. */
export const AMOUNT = z.object({ requests: z.int(), records: z.int() });

/** How far a stage is behind: by time, and by what waits for it. */
const LAG = z.object({
  seconds: z.number(),
  records: z.int().nullable(),
  sessions: z.int().nullable(),
});

const STAGE_STATUS = z.object({
  stage: z.string(),
  ready: z.boolean(),
  detail: z.string().nullable(),
  condition: z
    .object({
      kind: z.enum(["idle", "working", "waiting", "failed"]),
      since: z.iso.datetime().nullable(),
      reason: z.string().nullable(),
      nextTryAt: z.iso.datetime().nullable(),
    })
    .nullable()
    .describe(
      "What it is doing now; waiting: it holds back while requests come in. null for what is no stage of work.",
    ),
  lag: LAG.nullable(),
  lastError: z.object({ at: z.iso.datetime(), message: z.string() }).nullable(),
  counters: z.record(z.string(), z.number()),
});
export type StageStatus = z.infer<typeof STAGE_STATUS>;

/** The figures are of one moment, `published` and `inStream` a little older; null when the stream does not answer. */
const BOOKS_STATUS = z.object({
  balanced: z.boolean(),
  published: AMOUNT.nullable(),
  inStream: AMOUNT.nullable(),
  persisted: AMOUNT,
  duplicate: AMOUNT,
  quarantined: AMOUNT.describe(
    "What could not become records; it is kept in the data directory's quarantine folder.",
  ),
  lost: AMOUNT.extend({ noticedAt: z.iso.datetime().nullable() })
    .nullable()
    .describe("What was acknowledged, and then lost by a damaged stream before it was written."),
  examinedRecords: z.int(),
  oddTimeRecords: z
    .int()
    .describe("Those of them that are dated before 2020 or too far ahead: kept, not scored."),
  pendingRecords: z.int(),
  heldRecords: z.int(),
  expiredRecords: z.int(),
  purgedRecords: z.int(),
  equations: z.array(z.object({ says: z.string(), left: z.int(), right: z.int(), holds: z.boolean() })),
  /** The last look of the once-a-minute check, and what it found wrong. */
  watch: z.object({ checkedAt: z.iso.datetime(), differences: z.array(z.string()) }).nullable(),
});
export type BooksStatus = z.infer<typeof BOOKS_STATUS>;

/** Requests of one kind of program that were refused for one fault, with one key. */
const REFUSED_SENDER = z.object({
  sender: z.enum(SENDER_KINDS).describe("The kind of exporter, by its user agent."),
  fault: z.enum(SENDER_FAULTS),
  keyId: z.string().nullable().describe("null when the key is missing or unknown."),
  requests: z.int(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  remedy: z.string().describe("What to change where the telemetry is sent."),
});
export type RefusedSenderStatus = z.infer<typeof REFUSED_SENDER>;

/** What the judge model was asked, and what that came to. */
const JUDGE_STATUS = z.object({
  model: z.string().nullable().describe("null when none is configured."),
  offline: z.boolean().describe("Whether the settings forbid the connection to it."),
  underWay: z.int().describe("Calls at this moment."),
  concurrency: z.int(),
  month: z
    .object({
      calls: z.int(),
      inputTokens: z.int(),
      outputTokens: z.int(),
      costUsd: z.number(),
      unpricedCalls: z.int().describe("Calls whose price is not known; they count nothing in costUsd."),
    })
    .describe("The calendar month so far, UTC."),
  budget: z.object({ usd: z.number().nullable(), tokens: z.int().nullable() }),
  resetsAt: z.iso.datetime(),
  lastCall: z.object({ at: z.iso.datetime(), outcome: z.string() }).nullable().describe("Since the start."),
  lastAnsweredAt: z.iso.datetime().nullable(),
});
export type JudgeStatus = z.infer<typeof JUDGE_STATUS>;

/** A backup that the program made of the data directory. */
export const LAST_BACKUP = z.object({
  madeAt: z.iso.datetime(),
  bytes: z.int(),
  records: z.int(),
  missingObjects: z.int().describe("Objects whose file was gone or cut, so that the backup lacks them."),
});
export type LastBackup = z.infer<typeof LAST_BACKUP>;

/** Why records are not removed by age, though some may be old enough. */
const EXPIRY_WAITS = z.object({
  since: z.iso.datetime(),
  reason: z
    .enum(["past_last_arrival", "before_build"])
    .describe(
      "past_last_arrival: a start or a jump showed a time more than 7 days past the last arrival. before_build: the clock shows a time before the program was built.",
    ),
  comparedWith: z.iso.datetime().describe("The last arrival, or when the program was built."),
  agreedHours: z
    .number()
    .describe("Hours of running with records whose own times agree; expiry goes on after 24."),
});
export type ExpiryWaits = z.infer<typeof EXPIRY_WAITS>;

export const STATUS_ANSWER = z.object({
  version: z.string(),
  startedAt: z.iso.datetime(),
  uptimeSeconds: z.number(),
  status: z.enum(["ready", "not_ready"]),
  stages: z.array(STAGE_STATUS),
  unanswered: z
    .array(z.enum(["database", "stream"]))
    .default([])
    .describe(
      "What did not answer within a few seconds. Without the database books and lags are null, and setAside, openAlerts, expiryWaits and some counters are not known; without the stream what is published and in it.",
    ),
  books: BOOKS_STATUS.nullable(),
  setAside: z
    .array(
      z.object({
        what: z.enum(["frames", "sessions"]).describe("frames: parts of objects."),
        count: z.int(),
        reason: z.string(),
        version: z.string().nullable().describe("The version that set it aside; another one tries again."),
      }),
    )
    .describe("What could not be examined or measured: it is kept, and not scored."),
  refusedSenders: z
    .array(REFUSED_SENDER)
    .describe(
      "Telemetry refused in the last day with this organization's keys; without a known key only where this server holds no other organization.",
    ),
  openAlerts: z
    .array(z.string())
    .default([])
    .describe("What is the matter by the alerts that are not over, the newest first; at most 20."),
  languageModel: JUDGE_STATUS.nullable().describe("null while the engine is being started."),
  memory: z.object({ serverBytes: z.int(), streamBytes: z.int().nullable() }),
  disk: z.object({ freeBytes: z.number() }),
  expiryWaits: EXPIRY_WAITS.nullable()
    .default(null)
    .describe(
      "null while old records are removed by age; else the clock is in doubt, until `scoring retention confirm` or 24 hours of agreement.",
    ),
  lastBackup: LAST_BACKUP.nullable()
    .default(null)
    .describe("null when `scoring backup` was never run; snapshots of the disk are not known."),
  bucketRule: z
    .object({ name: z.string(), prefix: z.string(), days: z.int().nullable(), keptDays: z.int() })
    .nullable()
    .default(null)
    .describe(
      "A lifecycle rule of the bucket that deletes records before keptDays are over; days null for one that names a day. null when there is none, no bucket, or the key may not read the rules.",
    ),
  certificateValidUntil: z.iso
    .datetime()
    .nullable()
    .default(null)
    .describe("When the time of the server's certificate is over; null for a server that speaks plain HTTP."),
});
export type StatusAnswer = z.infer<typeof STATUS_ANSWER>;
