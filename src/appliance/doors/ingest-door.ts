/** Opens the front door of an ingest node: telemetry here, everything else at an engine. */
import { hostname } from "node:os";
import { createKnownHosts } from "../../http/hosts/known-hosts.ts";
import { createForwarding } from "../../http/proxy/forward.ts";
import { createIngestApi } from "../../http/proxy/ingest-api.ts";
import type { Engines } from "../../http/proxy/engines.ts";
import { createProxies } from "../../http/sign-in/client.ts";
import { type Behind, type OpenDoor, startServer } from "../../http/server.ts";
import { reportCertificate, type ShownCertificate } from "../../http/tls/certificate.ts";
import type { Keyring } from "../../identity/keys/keyring.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import type { ObservingIngestNode } from "../observe/observe-ingest-node.ts";
import { type Intake, openIngest } from "./open-ingest.ts";

/** What the door leads to. */
interface BehindIngestDoor extends Omit<Intake, "keyring"> {
  keys: { keyring: Keyring };
  stream: Intake["stream"] & { isHealthy(): boolean };
  engines: Engines;
  observation: ObservingIngestNode;
  certificate: ShownCertificate;
}

/** The open door, which takes other settings while it is open. */
export interface IngestDoor extends Omit<OpenDoor, "change"> {
  change(settings: Settings): void;
}

/**
 * Opens it.
 *
 * @throws An exception when it cannot listen there.
 */
export function openIngestDoor(
  settings: Settings,
  parts: { clock: Clock; log: Log },
  inside: BehindIngestDoor,
): IngestDoor {
  const { certificate: shown } = inside;
  if (shown.current !== null) reportCertificate(shown.current, parts.log);
  const behind = behindDoor(settings, parts, inside);
  const opened = startServer({ ...behind, listen: settings.listen, certificate: shown.current });
  if (!opened.ok) throw new Error(opened.problem.message);
  const { change, renew, ...server } = opened.value;
  return {
    ...server,
    renew(certificate) {
      renew(certificate);
      shown.current = certificate;
    },
    change: (changed) => change(behindDoor(changed, parts, inside)),
  };
}

function behindDoor(
  settings: Settings,
  { clock, log }: { clock: Clock; log: Log },
  inside: BehindIngestDoor,
): Behind {
  const { keys, stream, engines, observation } = inside;
  const { keyring } = keys;
  return {
    corsOrigins: settings.corsOrigin,
    publicUrl: settings.publicUrl,
    // engines know by which names people may come
    hosts: { refuse: () => null },
    proxies: createProxies(settings),
    intake: openIngest(settings, clock, { ...inside, keyring }),
    // an engine notes it when it answers
    misdirected: async () => {},
    isStreamConnected: () => stream.isHealthy(),
    pages: { answer: () => undefined },
    api: createIngestApi({
      keyring,
      hosts: createKnownHosts(settings, hostname()),
      askReadiness: observation.askReadiness,
      measure: () => observation.measure(),
      forward: createForwarding({ engines, log }),
      log,
    }),
  };
}
