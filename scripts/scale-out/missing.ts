/** Looks whether what the proof needs is on this machine. */
import { findPostgres } from "../../test/engines/postgres.ts";
import { obtainS3Server } from "../s3-server/obtain.ts";

/** Returns PostgreSQL's programs, or each thing that is missing with the command that brings it. */
export async function findNeeded(): Promise<{ postgres: string } | { missing: string[] }> {
  const postgres = findPostgres();
  const bucket = await obtainS3Server();
  const missing = [
    ...("missing" in postgres ? [`${postgres.missing}: apt-get install postgresql`] : []),
    ...("reason" in bucket ? [`${bucket.reason}: scripts/run scripts/s3-server.ts --only-bring`] : []),
  ];
  return "programs" in postgres && missing.length === 0 ? { postgres: postgres.programs } : { missing };
}
