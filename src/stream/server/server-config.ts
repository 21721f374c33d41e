/** The configuration file of the embedded server, made anew at each start. */
import { join } from "node:path";
import type { Bytes } from "../../vocabulary/units.ts";

/** The configuration of the embedded server. */
export interface ServerConfig {
  /** Holds the store, the configuration, the process id; readable by its owner only. */
  directory: string;
  port: number;
  token: string;
  /** How much the streams may hold on disk. */
  storeBytes: Bytes;
}

/** The largest message the server takes: a request of 20 MiB with room for its header. */
export const MAX_PAYLOAD_BYTES: Bytes = 32 * 1024 * 1024;

/** Where the server writes its process id. */
export function pidFileOf(directory: string): string {
  return join(directory, "nats.pid");
}

/** Where the configuration is written; it also marks the server's process as the one of this directory. */
export function configFileOf(directory: string): string {
  return join(directory, "nats.conf");
}

/** Writes the file's text. `sync_interval: always` makes an acknowledgement mean "on disk". */
export function renderServerConfig(config: ServerConfig): string {
  return `# written at each start; changes are lost
server_name: scoring
listen: "127.0.0.1:${config.port}"
log_file: ${JSON.stringify(join(config.directory, "nats.log"))}
logfile_size_limit: 1048576
logfile_max_num: 2
pid_file: ${JSON.stringify(pidFileOf(config.directory))}
ports_file_dir: ${JSON.stringify(config.directory)}
max_payload: ${MAX_PAYLOAD_BYTES}
max_pending: ${4 * MAX_PAYLOAD_BYTES}
write_deadline: "10s"
authorization { token: ${JSON.stringify(config.token)} }
jetstream {
  store_dir: ${JSON.stringify(join(config.directory, "store"))}
  max_file_store: ${config.storeBytes}
  max_memory_store: 16777216
  sync_interval: always
}
`;
}
