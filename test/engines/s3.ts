/** A real S3 server for a test; `scripts/s3-server.ts --only-bring` brings it. */
import { s3ServerPath } from "../../scripts/s3-server/obtain.ts";
import { BUCKET, CREDENTIALS, REGION, type S3Server, startS3Server } from "../../scripts/s3-server/start.ts";
import { isSkipped } from "../skipped.ts";

/** Whether tests that need it are to be skipped here. */
export function isS3Missing(): boolean {
  return isSkipped(s3ServerPath() !== null, "an S3 server (scripts/run scripts/s3-server.ts --only-bring)");
}

/** A running server, and what settings need to use its bucket. */
export interface StartedS3 extends S3Server {
  /** By the names of settings. */
  settings: {
    objects: string;
    s3Endpoint: string;
    s3Region: string;
    s3PathStyle: true;
    s3AccessKeyId: string;
    s3SecretAccessKey: string;
  };
}

/**
 * Starts the server on a free port of loopback.
 *
 * @param folder - the caller's; another start with the same one serves the same objects
 * @param port - where a server that ended is to come back
 */
export async function startS3(folder: string, port?: number): Promise<StartedS3> {
  const path = s3ServerPath();
  if (path === null) throw new Error("scripts/s3-server.ts --only-bring was not run");
  const server = await startS3Server({ path, folder, ...(port === undefined ? {} : { port }) });
  return {
    ...server,
    settings: {
      objects: `s3://${BUCKET}`,
      s3Endpoint: server.endpoint,
      s3Region: REGION,
      s3PathStyle: true,
      s3AccessKeyId: CREDENTIALS.accessKeyId,
      s3SecretAccessKey: CREDENTIALS.secretAccessKey,
    },
  };
}
