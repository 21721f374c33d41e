/** Runs the S3 server of this folder on loopback. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { firstLine } from "../first-line.ts";
import { freePort } from "../free-port.ts";

/** The bucket that is there from the start. */
export const BUCKET = "records";
/** Whoever has these may do everything. */
export const CREDENTIALS = { accessKeyId: "tests", secretAccessKey: "a-secret-of-the-tests" };
/** What the server expects to be asked for. */
export const REGION = "us-east-1";

/** A running server. */
export interface S3Server {
  /** Such as http://127.0.0.1:12345; buckets are in the path. */
  endpoint: string;
  port: number;
  pid: number;
  /** Ends it; its folder can be served again. */
  stop(): Promise<void>;
}

/** What is served, and where. */
export interface Place {
  /** The server's program. */
  path: string;
  /** Made when missing; another start with the same folder serves the same objects. */
  folder: string;
  /** A free one when left out. */
  port?: number;
}

/** @throws An exception with what it said when it ends before it listens. */
export async function startS3Server({ path, folder, port = freePort() }: Place): Promise<S3Server> {
  await mkdir(join(folder, "buckets", BUCKET), { recursive: true });
  await mkdir(join(folder, "metadata"), { recursive: true });
  const log = join(folder, "s3-server.log");
  const serving = Bun.spawn([path, folder, `127.0.0.1:${port}`], {
    stdin: "pipe", // it ends with this process, in whatever way that ends
    stdout: "pipe",
    stderr: Bun.file(log),
    env: { S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId, S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey },
  });
  await firstLine(serving.stdout).catch(async (cause: unknown) => {
    throw new Error(`the S3 server did not start: ${await Bun.file(log).text()}`, { cause });
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    pid: serving.pid,
    stop: async () => {
      serving.kill("SIGKILL"); // what it has answered is in its folder
      await serving.exited;
    },
  };
}
