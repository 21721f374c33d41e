/**
 * Serves a real S3 bucket on loopback, to try `scoring` with one that needs no account and no internet:
 *
 *   scripts/run scripts/s3-server.ts [--only-bring] [--folder FOLDER]
 *
 * It prints the settings and runs until Ctrl-C. The server is the versitygw gateway, built once by Go into .tools; with
 * --only-bring that is all.
 */
import { join } from "node:path";
import { readFlags, text, toggle } from "./flags.ts";
import { obtainS3Server } from "./s3-server/obtain.ts";
import { BUCKET, CREDENTIALS, REGION, startS3Server } from "./s3-server/start.ts";

const flags = readFlags({
  "only-bring": toggle(),
  folder: text(join(import.meta.dir, "../.tools/s3-server")),
});
const obtained = await obtainS3Server();
if ("reason" in obtained) {
  process.stderr.write(`it cannot be had here: ${obtained.reason}\n`);
  process.exit(1);
}
if (flags["only-bring"]) process.exit(0);
const server = await startS3Server({ path: obtained.path, folder: flags.folder });
process.stdout.write(`SCORING_OBJECTS=s3://${BUCKET}
SCORING_S3_ENDPOINT=${server.endpoint}
SCORING_S3_REGION=${REGION}
SCORING_S3_PATH_STYLE=true
SCORING_S3_ACCESS_KEY_ID=${CREDENTIALS.accessKeyId}
SCORING_S3_SECRET_ACCESS_KEY=${CREDENTIALS.secretAccessKey}
`);
process.on("SIGINT", () => void server.stop().then(() => process.exit(0)));
