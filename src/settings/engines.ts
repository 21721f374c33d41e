/** The settings past one machine: which part of the work a process does, and on which engines. */
import { z } from "zod";
import {
  databaseUrl,
  flagValue,
  httpUrl,
  httpUrls,
  natsUrls,
  objectsUrl,
  positiveNumber,
  text,
} from "./values.ts";

/** Part of `SETTINGS`. */
export const ENGINE_SETTINGS = {
  role: z
    .enum(["all", "ingest", "engine"])
    .default("all")
    .describe("Which work this process does: receive telemetry, everything else, or all."),
  engineUrl: httpUrls
    .default([])
    .describe("Engines that a process with role ingest forwards other requests to."),
  nodeName: text
    .max(48)
    .regex(/^[\w.-]+$/, { error: "expected letters, digits, dots, dashes and underscores" })
    .nullable()
    .default(null)
    .describe("Name of this process among others; by default made from its host, at each start."),
  natsUrl: natsUrls
    .default([])
    .describe(
      "Servers of a NATS cluster with JetStream, such as nats://a:4222,tls://b:4222; by default one is started.",
    ),
  natsCredentials: text
    .nullable()
    .default(null)
    .describe("File with credentials for the cluster: as NATS issues them (.creds), or user:password."),
  natsCa: text.nullable().default(null).describe("Certificates (PEM) that the cluster is checked by."),
  natsReplicas: z
    .union([z.int(), z.string().regex(/^\d$/)], { error: "expected a number from 1 to 5" })
    .transform(Number)
    .refine((copies) => copies >= 1 && copies <= 5, { error: "expected a number from 1 to 5" })
    .default(3)
    .describe("Copies of the stream in the cluster, 1 to 5."),
  objects: objectsUrl
    .nullable()
    .default(null)
    .describe("Bucket for raw records, as s3://bucket/prefix; by default they are files."),
  s3Endpoint: httpUrl.nullable().default(null).describe("Address of the bucket's server, if it is not AWS."),
  s3Region: text.nullable().default(null).describe("Region of the bucket; otherwise AWS_REGION."),
  s3PathStyle: flagValue.default(false).describe("Name the bucket in the path instead of the host."),
  s3AccessKeyId: text.nullable().default(null).describe("Access key; otherwise AWS_ACCESS_KEY_ID."),
  s3SecretAccessKey: text
    .nullable()
    .default(null)
    .describe("Secret of the access key; otherwise AWS_SECRET_ACCESS_KEY."),
  database: databaseUrl
    .nullable()
    .default(null)
    .describe(
      "PostgreSQL 14 or later, as postgres://user:secret@host/name with ?sslmode=verify-full at its end; by default SQLite.",
    ),
  databaseCa: text.nullable().default(null).describe("Certificates (PEM) that PostgreSQL is checked by."),
  databasePool: positiveNumber.default(4).describe("Connections to PostgreSQL that answer queries."),
};
