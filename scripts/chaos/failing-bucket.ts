/** A real bucket that fails for some of its requests, to keep records in while processes are killed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "../../src/demo/work/random.ts";
import type { StoreSettings } from "../../src/stores.ts";
import type { Ratio } from "../../src/vocabulary/units.ts";
import { type HttpFault, SLOW_DOWN, startHttpProxy } from "../../test/engines/http-proxy.ts";
import { startS3 } from "../../test/engines/s3.ts";

/** The settings that name a bucket. */
export type BucketSettings = Pick<
  StoreSettings,
  "objects" | "s3Endpoint" | "s3Region" | "s3PathStyle" | "s3AccessKeyId" | "s3SecretAccessKey"
>;

/** A running bucket. */
export interface FailingBucket {
  settings: BucketSettings;
  stop(): Promise<void>;
}

const FAULTS: readonly [HttpFault, ...HttpFault[]] = [
  SLOW_DOWN,
  { kind: "refused", status: 500, code: "InternalError" },
  { kind: "unanswered" },
  { kind: "half" },
  { kind: "late", ms: 300 },
];
/** So many of the requests fail. */
const FAILING: Ratio = 0.1;

/** Starts it with a folder of its own, which goes with it. */
export async function startFailingBucket(seed: number): Promise<FailingBucket> {
  const folder = mkdtempSync(join(tmpdir(), "scoring-chaos-bucket-"));
  const server = await startS3(folder);
  const proxy = await startHttpProxy({ port: server.port });
  const random = createRandom(`bucket ${seed}`);
  proxy.fail(() => (random.chance(FAILING) ? random.pick(FAULTS) : null));
  return {
    settings: { ...server.settings, s3Endpoint: proxy.url },
    stop: async () => {
      await proxy.stop();
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns them as the environment names them. */
export function environmentOf(settings: BucketSettings): Record<string, string> {
  return {
    SCORING_OBJECTS: settings.objects ?? "",
    SCORING_S3_ENDPOINT: settings.s3Endpoint ?? "",
    SCORING_S3_REGION: settings.s3Region ?? "",
    SCORING_S3_PATH_STYLE: String(settings.s3PathStyle),
    SCORING_S3_ACCESS_KEY_ID: settings.s3AccessKeyId ?? "",
    SCORING_S3_SECRET_ACCESS_KEY: settings.s3SecretAccessKey ?? "",
  };
}
