/** How a bucket is set up, as far as a person should know: its clock, and what becomes of deleted objects. */
import { createHash, createHmac } from "node:crypto";
import { isoTime } from "../vocabulary/times.ts";
import { type Instant, type Milliseconds, SECOND } from "../vocabulary/units.ts";
import { type DeletingRule, findDeletingRule, removesVersions } from "./s3-lifecycle.ts";
import { endpointOf, type S3Place } from "./s3-store.ts";

/** What was found. */
export interface BucketState {
  /** What its server's clock showed; null when it does not say. */
  now: Instant | null;
  /** Whether deleted objects stay as older versions, and whether a rule removes those. */
  versions: "none" | "removed_later" | "kept" | "unknown";
  /** The rule that deletes objects of the place first; null when there is none, or this key may not look. */
  deleting: DeletingRule | null;
}

const ANSWER_MS: Milliseconds = 5 * SECOND;

/** What is asked for. */
export interface AskedObject {
  /** Of an object that is there: its answer has a version where the bucket keeps them. */
  key: string;
  /** By this machine's clock. */
  now: Instant;
}

/** Asks for it; whatever is not answered counts as unknown. */
export async function readBucketState(place: S3Place, { key, now }: AskedObject): Promise<BucketState> {
  const object = await ask(signed(place, { key: place.prefix + key, query: "", now }));
  const version = object?.headers.get("x-amz-version-id") ?? "null";
  const rules = await readRules(place, now);
  return {
    now: dateOf(object),
    versions: version === "null" ? "none" : ruleOfVersions(rules),
    deleting: deletingIn(rules, place),
  };
}

/** Returns the rule that deletes objects of the place first; null when there is none, and when nobody says. */
export async function readDeletingRule(place: S3Place, now: Instant): Promise<DeletingRule | null> {
  return deletingIn(await readRules(place, now), place);
}

function deletingIn(rules: string | null, { prefix }: S3Place): DeletingRule | null {
  return rules === null ? null : findDeletingRule(rules, prefix);
}

function ruleOfVersions(rules: string | null): BucketState["versions"] {
  if (rules === null) return "unknown";
  return removesVersions(rules) ? "removed_later" : "kept";
}

/** Returns what the clock of a bucket's server shows, whoever asks; null when it does not answer. */
export async function readBucketClock(place: S3Place): Promise<Instant | null> {
  return dateOf(await ask(addressOf(place, "").href));
}

/** Returns the rules as S3 writes them, none as an empty text; null where this key may not look. */
async function readRules(place: S3Place, now: Instant): Promise<string | null> {
  const answer = await ask(signed(place, { key: "", query: "lifecycle", now }));
  const text = (await answer?.text().catch(() => null)) ?? null;
  if (answer === null || text === null || answer.ok) return text;
  return text.includes("NoSuchLifecycleConfiguration") ? "" : null;
}

async function ask(address: string): Promise<Response | null> {
  return fetch(address, { signal: AbortSignal.timeout(ANSWER_MS), redirect: "manual" }).catch(() => null);
}

function dateOf(answer: Response | null): Instant | null {
  const at = Date.parse(answer?.headers.get("date") ?? "");
  return Number.isNaN(at) ? null : at;
}

function addressOf({ bucket, endpoint, region, pathStyle }: S3Place, key: string): URL {
  const server = endpoint ?? `https://s3.${region ?? REGION}.amazonaws.com`;
  const url = new URL(endpointOf(bucket, server, pathStyle));
  url.pathname = [...(pathStyle ? [bucket] : []), ...key.split("/")].map(encodeURIComponent).join("/");
  return url;
}

const REGION = "us-east-1";

/**
 * Returns an address that shows who asks, valid for a minute. The client signs none that asks about a bucket itself.
 *
 * @see Amazon S3 API, "Authenticating requests: using query parameters", read 2026-11.
 */
function signed(place: S3Place, { key, query, now }: AskedObject & { query: string }): string {
  const url = addressOf(place, key);
  const time = isoTime(now).replace(/[-:]|\.\d+/g, "");
  const scope = [time.slice(0, 8), place.region ?? REGION, "s3", "aws4_request"];
  const asked = [
    ["X-Amz-Algorithm", ALGORITHM],
    ["X-Amz-Credential", [place.accessKeyId ?? "", ...scope].join("/")],
    ["X-Amz-Date", time],
    ["X-Amz-Expires", "60"],
    ["X-Amz-SignedHeaders", "host"],
    ...(query === "" ? [] : [[query, ""]]),
  ];
  const search = asked.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  const request = ["GET", url.pathname, search, `host:${url.host}`, "", "host", "UNSIGNED-PAYLOAD"].join(
    "\n",
  );
  const hash = createHash("sha256").update(request).digest("hex");
  const secret: string | Buffer = `AWS4${place.secretAccessKey ?? ""}`;
  const signing = scope.reduce<string | Buffer>((by, part) => hmac(by, part), secret);
  const signature = hmac(signing, [ALGORITHM, time, scope.join("/"), hash].join("\n")).toString("hex");
  return `${url.href}?${search}&X-Amz-Signature=${signature}`;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

function hmac(by: string | Buffer, text: string): Buffer {
  return createHmac("sha256", by).update(text).digest();
}
