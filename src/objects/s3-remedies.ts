/** What a person does about what a bucket answers. */
const CREDENTIALS = "correct --s3-access-key-id and --s3-secret-access-key";
const RIGHTS = "let these credentials list, read, write and delete in the bucket";
const ROOM = "let the bucket hold more, or keep records for fewer days (--raw-retention-days)";
const REGION = "correct --s3-region";
const SEE_THERE =
  "see that it runs and can be reached from here, or correct --s3-endpoint and the credentials";

/** @see Amazon S3 API, "Error responses", read 2026-11; the last ones are other servers'. */
const WHAT_TO_DO: ReadonlyMap<string, string> = new Map([
  ["NoSuchBucket", "make the bucket, or correct --objects"],
  ["AccessDenied", RIGHTS],
  ["AllAccessDisabled", RIGHTS],
  ["InvalidAccessKeyId", CREDENTIALS],
  ["SignatureDoesNotMatch", CREDENTIALS],
  ["ERR_S3_MISSING_CREDENTIALS", "set --s3-access-key-id and --s3-secret-access-key"],
  ["AuthorizationHeaderMalformed", REGION],
  ["AuthorizationQueryParametersError", REGION],
  ["PermanentRedirect", REGION],
  ["RequestTimeTooSkewed", "set the clock of this machine"],
  ["QuotaExceeded", ROOM],
  ["InsufficientStorage", ROOM],
  ["XMinioStorageFull", ROOM],
  ["status 507", ROOM],
  ["XAdminUserNotFound", CREDENTIALS],
]);

/** Codes that a server also answers when it takes the bucket's name for part of its own. */
const OF_THE_NAME: ReadonlySet<string> = new Set(["NoSuchBucket", "ENOTFOUND", "FailedToOpenSocket"]);

/**
 * Returns what to do about a code.
 *
 * @param code - S3's own, or that of the way to it.
 */
export function whatToDo(
  code: string,
  { endpoint, pathStyle }: { endpoint: string | null; pathStyle: boolean },
): string {
  const remedy = WHAT_TO_DO.get(code) ?? SEE_THERE;
  const isPerhapsTheStyle = endpoint !== null && !pathStyle && OF_THE_NAME.has(code);
  return isPerhapsTheStyle ? `${remedy}; most servers but AWS's need --s3-path-style` : remedy;
}

/**
 * Returns what to do about a failure's text; null where it says no code that somebody can mend.
 *
 * @param reason - As failures of requests read: what was attempted, a colon, and the code.
 */
export function remedyIn(reason: string): string | null {
  const codes = [...reason.matchAll(/: (status \d+|\w+)/g)].flatMap(([, code]) => code ?? []);
  const known = codes.find((code) => WHAT_TO_DO.has(code));
  return known === undefined ? null : (WHAT_TO_DO.get(known) ?? null);
}

/** Whether a code means that somebody has to change a setting, a right or a clock. */
export function isRefused(code: string): boolean {
  return WHAT_TO_DO.has(code);
}

/** What no second try would change; all else may pass. */
export const REFUSALS: ReadonlySet<string> = new Set([
  "NoSuchKey",
  "InvalidRange",
  "NoSuchBucket",
  "AccessDenied",
  "AllAccessDisabled",
  "InvalidAccessKeyId",
  "SignatureDoesNotMatch",
  "AuthorizationHeaderMalformed",
  "AuthorizationQueryParametersError",
  "PermanentRedirect",
  "ERR_S3_MISSING_CREDENTIALS",
  "XAdminUserNotFound",
]);
