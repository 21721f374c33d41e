/** What the doctor looks at in a bucket: whether this key may write, read, list and delete there, and what it keeps. */
import { StoreUnavailable, StoreUnusable } from "../../../objects/object-store.ts";
import type { Settings } from "../../../settings/schema.ts";
import type { DeletingRule } from "../../../objects/s3-lifecycle.ts";
import {
  isEarly,
  objectsName,
  openObjectsOf,
  readBucketClockOf,
  readBucketStateOf,
} from "../../../stores.ts";
import { describeError } from "../../../vocabulary/log.ts";
import { isoTime } from "../../../vocabulary/times.ts";
import { type Instant, type Milliseconds, MINUTE } from "../../../vocabulary/units.ts";
import { sayEarlyRule } from "../../text/early-rule.ts";
import { fail, type Finding, ok, warn } from "../finding.ts";

/** Under a key that no object of the catalogue has. */
const FOLDER = "doctor";

/** Checks the bucket of the settings; nothing for files. */
export async function checkBucket(settings: Settings, clock: () => Instant): Promise<Finding[]> {
  if (settings.objects === null) return [];
  const failing = await reachBucket(settings, clock);
  return failing.length > 0 ? failing : tryRights(settings, clock);
}

/** Returns why the bucket cannot be used; nothing when it can, and for files. */
export async function reachBucket(settings: Settings, clock: () => Instant): Promise<Finding[]> {
  if (settings.objects === null) return [];
  try {
    await openObjectsOf(settings).check();
    return [];
  } catch (error) {
    const clocks = compareClocks(clock(), await readBucketClockOf(settings));
    return clocks.length > 0 ? clocks.map((finding) => ({ ...finding, state: "fail" })) : [unusable(error)];
  }
}

function unusable(error: unknown): Finding {
  return error instanceof StoreUnusable
    ? fail("bucket", error.found, error.remedy)
    : fail("bucket", describeError(error), REMEDY);
}

const REMEDY = "check the bucket's name, --s3-endpoint, --s3-region and --s3-path-style";

/** What each step needs, as AWS calls it. */
const RIGHTS = { write: "PutObject", read: "GetObject", list: "ListBucket", delete: "DeleteObject" } as const;

async function tryRights(settings: Settings, clock: () => Instant): Promise<Finding[]> {
  const place = objectsName(settings);
  const key = `${FOLDER}/${crypto.randomUUID()}`;
  const text = Buffer.from(key);
  const store = openObjectsOf(settings);
  const began = performance.now();
  let step: keyof typeof RIGHTS = "write";
  try {
    await store.put(key, text);
    step = "read";
    if (!text.equals(await store.read(key, 0, text.byteLength)))
      return [fail("bucket", `${place} gives other bytes than it was given`, OTHER_BYTES)];
    const state = await readBucketStateOf(settings, { key, now: clock() });
    step = "list";
    const listed = await store.list(FOLDER);
    if (!listed.some((object) => object.key === key))
      return [fail("bucket", `${place} does not list what it was given`, OTHER_BYTES)];
    step = "delete";
    await store.remove(key);
    const took = Math.round(performance.now() - began);
    const works = `${place}: this key may write, read, list and delete; all of it took ${took} ms`;
    return [
      ok("bucket", works),
      ...checkVersions(state?.versions ?? "none"),
      ...checkDeletion(state?.deleting ?? null, settings),
      ...compareClocks(clock(), state?.now ?? null),
    ];
  } catch (error) {
    return [cannot(place, step, error)];
  }
}

function cannot(place: string, step: keyof typeof RIGHTS, error: unknown): Finding {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  const found = `${place}: this key cannot ${step} there: ${describeError(cause)}`;
  return fail("bucket", found, `let it use s3:${RIGHTS[step]} there, and see that the bucket has room`);
}

const OTHER_BYTES = "this is no store that the program can use: choose another server, or ask who runs it";

function checkVersions(versions: "none" | "removed_later" | "kept" | "unknown"): Finding[] {
  switch (versions) {
    case "none":
      return [];
    case "removed_later":
      return [ok("bucket versions", "what is deleted stays as an older version, which a rule removes later")];
    case "kept":
      return [warn("bucket versions", `${STAYS}: no rule removes it`, RULE)];
    case "unknown":
      return [warn("bucket versions", `${STAYS}, unless a rule removes it: this key may not look`, RULE_TOO)];
  }
}

const STAYS = "what is deleted, by a purge too, stays as an older version";
const RULE = "add a lifecycle rule with NoncurrentVersionExpiration, of few days";
const RULE_TOO = `${RULE}; with s3:GetLifecycleConfiguration this command sees it`;

function checkDeletion(rule: DeletingRule | null, settings: Settings): Finding[] {
  if (rule === null || !isEarly(rule, settings)) return [];
  return [fail("bucket rule", sayEarlyRule(rule, settings.rawRetentionDays), END_RULE)];
}

const END_RULE = "end that rule, or give it another prefix; the program deletes records itself";

/** S3 refuses who is a quarter of an hour off. */
const MAY_DIFFER: Milliseconds = MINUTE;

function compareClocks(now: Instant, theirs: Instant | null): Finding[] {
  if (theirs === null || Math.abs(now - theirs) <= MAY_DIFFER) return [];
  const found = `the bucket's server has ${isoTime(theirs)}, this machine ${isoTime(now)}`;
  const remedy = "set the wrong clock and keep it with NTP: at 15 minutes apart a bucket refuses everything";
  return [warn("bucket clock", found, remedy)];
}
