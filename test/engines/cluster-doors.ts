/** The doors that a cluster may have: what its servers are configured with, and what opens them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCredentials } from "./cluster-accounts.ts";
import { makeCertificate } from "./cluster-certificate.ts";

/** How the cluster asks who connects. */
export type ClusterDoor = "open" | "password" | "credentials" | "tls";

/** A door. */
export interface Door {
  /** What is added to each server's configuration. */
  config: string;
  credentials: string | null;
  ca: string | null;
  url(port: number): string;
}

/** Makes one; what opens it is kept in the directory. */
export function makeDoor(door: ClusterDoor, directory: string): Door {
  const none = { config: "", credentials: null, ca: null };
  const plain = (port: number) => `nats://127.0.0.1:${port}`;
  switch (door) {
    case "open":
      return { ...none, url: plain };
    case "password":
      return {
        ...none,
        config: `authorization { users: [{ user: "scoring", password: "p@ss word" }] }`,
        credentials: writeCredentials(directory, "scoring:p@ss word"),
        url: plain,
      };
    case "credentials": {
      const { config, credentials } = makeCredentials(directory);
      return { ...none, config, credentials, url: plain };
    }
    case "tls": {
      const { certificate, key } = makeCertificate(directory);
      const config = `tls { cert_file: "${certificate}", key_file: "${key}" }`;
      return { ...none, config, ca: certificate, url: (port) => `tls://127.0.0.1:${port}` };
    }
  }
}

function writeCredentials(directory: string, text: string): string {
  const path = join(directory, "password");
  writeFileSync(path, `${text}\n`, { mode: 0o600 });
  return path;
}
