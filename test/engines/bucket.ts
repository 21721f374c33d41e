/** The test server's bucket, as the store of objects names it. */
import { BUCKET } from "../../scripts/s3-server/start.ts";
import type { S3Place } from "../../src/objects/s3-store.ts";
import type { StartedS3 } from "./s3.ts";

/** @param prefix - with `/` at its end */
export function placeIn({ settings }: StartedS3, prefix: string): S3Place {
  return {
    bucket: BUCKET,
    prefix,
    endpoint: settings.s3Endpoint,
    region: settings.s3Region,
    pathStyle: true,
    accessKeyId: settings.s3AccessKeyId,
    secretAccessKey: settings.s3SecretAccessKey,
  };
}
