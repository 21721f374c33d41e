/** What the doctor looks at in engines that other parts of it need: before them, so that each failure is found once. */
import type { Settings } from "../../../settings/schema.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import type { Finding } from "../finding.ts";
import { checkBucket, reachBucket } from "./bucket.ts";
import { checkCluster } from "./cluster.ts";

/** What was found of the bucket and the cluster; nothing where neither is used. */
export interface Engines {
  findings: Finding[];
  bucketFails: boolean;
  clusterFails: boolean;
}

/** @param how - `reading`: whether they answer, without a try to write. */
export async function checkEngines(
  settings: Settings,
  clock: () => Instant,
  how: "reading" | "trying" = "trying",
): Promise<Engines> {
  const ofBucket = how === "trying" ? checkBucket : reachBucket;
  const [bucket, cluster] = await Promise.all([ofBucket(settings, clock), checkCluster(settings)]);
  return {
    findings: [...bucket, ...cluster],
    bucketFails: hasFailure(bucket),
    clusterFails: hasFailure(cluster),
  };
}

function hasFailure(findings: readonly Finding[]): boolean {
  return findings.some(({ state }) => state === "fail");
}
