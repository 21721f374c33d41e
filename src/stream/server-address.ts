/** Where the stream's server is: the embedded one next to this process, or a cluster that others run. */

/** The embedded server, which only this machine reaches. */
export interface EmbeddedAddress {
  kind: "embedded";
  url: string;
  token: string;
}

/** Servers that share one JetStream; any of them will do. */
export interface ClusterAddress {
  kind: "cluster";
  /** `nats://` or `tls://`. */
  urls: readonly string[];
  /** The path of a file with what is shown to the servers; null where they ask for nothing. */
  credentials: string | null;
  /** The path of the certificates that servers are checked with; null for those that the system trusts. */
  ca: string | null;
  /** On how many servers each message, note and card is kept. */
  replicas: number;
}

/** What a connection is made to; may be handed to another thread. */
export type ServerAddress = EmbeddedAddress | ClusterAddress;
