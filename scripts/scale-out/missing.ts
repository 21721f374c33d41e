/** Looks whether what a proof on engines needs is on this machine. */
import { findPostgres } from "../../test/engines/postgres.ts";
import { obtainS3Server } from "../s3-server/obtain.ts";

/** Returns PostgreSQL's programs; ends with 3 where something is missing, and says which command brings it. */
export async function requireNeeded(): Promise<string> {
  const postgres = findPostgres();
  const bucket = await obtainS3Server();
  const missing = [
    ...("missing" in postgres ? [`${postgres.missing}: apt-get install postgresql`] : []),
    ...("reason" in bucket ? [`${bucket.reason}: scripts/run scripts/s3-server.ts --only-bring`] : []),
  ];
  if ("programs" in postgres && missing.length === 0) return postgres.programs;
  process.stderr.write(`${missing.join("\n")}\n`);
  process.exit(3);
}
