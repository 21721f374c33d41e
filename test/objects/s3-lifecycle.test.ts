/** Lifecycle rules as S3 answers them. */
import { describe, expect, test } from "bun:test";
import { findDeletingRule, removesVersions } from "../../src/objects/s3-lifecycle.ts";

const PLACE = "scoring/objects/";
const rule = (parts: string, status = "Enabled") =>
  `<Rule><ID>r</ID>${parts}<Status>${status}</Status></Rule>`;
const below = (prefix: string) => `<Filter><Prefix>${prefix}</Prefix></Filter>`;
const after = (days: number) => `<Expiration><Days>${days}</Days></Expiration>`;
const rulesOf = (...rules: string[]) =>
  `<?xml version="1.0"?><LifecycleConfiguration xmlns="x">${rules.join("")}</LifecycleConfiguration>`;
const foundIn = (...rules: string[]) => findDeletingRule(rulesOf(...rules), PLACE);

describe("a rule of a bucket", () => {
  test.each([
    ["of another prefix", rule(below("logs/") + after(1))],
    ["that is off", rule(below("") + after(1), "Disabled")],
    ["of tags", rule(`<Filter><Tag><Key>k</Key><Value>v</Value></Tag></Filter>${after(1)}`)],
    [
      "of versions",
      rule(
        `${below("")}<NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays></NoncurrentVersionExpiration>`,
      ),
    ],
    [
      "of markers",
      rule(
        `${below("")}<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>`,
      ),
    ],
    [
      "of uploads",
      rule(
        `${below("")}<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation></AbortIncompleteMultipartUpload>`,
      ),
    ],
  ])("%s deletes no records", (_, parts) => {
    expect(foundIn(parts)).toBeNull();
  });

  test.each([
    ["of all objects", below(""), ""],
    ["without a filter", "<Filter/>", ""],
    ["of a folder above", below("scoring/"), "scoring/"],
    ["of a part of the records", below("scoring/objects/org=a/"), "scoring/objects/org=a/"],
    ["written in the older way", "<Prefix>scoring</Prefix>", "scoring"],
  ])("%s deletes records", (_, filter, prefix) => {
    expect(foundIn(rule(filter + after(30)))).toEqual({ name: "r", prefix, days: 30 });
  });

  test("that names a day comes before those that count days, and of these the shortest", () => {
    const date = "<Expiration><Date>2027-01-01T00:00:00.000Z</Date></Expiration>";
    expect(foundIn(rule(below("") + after(90)), rule(below("") + after(30)))?.days).toBe(30);
    expect(foundIn(rule(below("") + after(30)), rule(below("") + date))?.days).toBeNull();
  });

  test("removes older versions where it says so", () => {
    const versions =
      "<NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays></NoncurrentVersionExpiration>";
    expect(removesVersions(rulesOf(rule(versions)))).toBe(true);
    expect(removesVersions(rulesOf(rule(versions, "Disabled")))).toBe(false);
    expect(removesVersions("")).toBe(false);
  });
});
