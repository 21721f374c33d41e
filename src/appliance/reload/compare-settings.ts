/** What differs between the settings in force and those that were read again, and what becomes of each difference. */
import { ENGINE_SETTINGS } from "../../settings/engines.ts";
import { SETTING_NAMES, type SettingName, type Settings } from "../../settings/schema.ts";

/** What is done about the differences. */
export interface ComparedSettings {
  /** Those in force from now on. */
  settings: Settings;
  /** Names of those that change now. */
  changed: readonly SettingName[];
  /** Names of those that wait for the next start. */
  waiting: readonly SettingName[];
  /** Whether the engine needs them. */
  concernsEngine: boolean;
}

/** Sockets, the log, what watches the disk, and everything that leads to an engine are made once. */
const AT_START: ReadonlySet<SettingName> = new Set([
  "dataDir",
  "listen",
  "metricsListen",
  "logStyle",
  "requestDeadlineMs",
  "streamMaxBytes",
  "diskFloorBytes",
  "diskFloorShare",
  ...(Object.keys(ENGINE_SETTINGS) as (keyof typeof ENGINE_SETTINGS)[]),
]);

/** The engine looks at none of these; whatever else changes, it begins anew. */
const OF_THE_DOOR: ReadonlySet<SettingName> = new Set([
  "hosts",
  "trustedProxies",
  "trustedProxyHeader",
  "corsOrigin",
  "securityContact",
  "tlsCert",
  "tlsKey",
  "acceptProtobuf",
  "bodyLimitBytes",
  "maxItems",
  "keyRequestsPerMinute",
  ...SETTING_NAMES.filter((name) => /^(oidc|signIn)/.test(name)),
]);

export function compareSettings(before: Settings, read: Settings): ComparedSettings {
  const different = SETTING_NAMES.filter((name) => !Bun.deepEquals(before[name], read[name]));
  // a socket speaks TLS or does not, from its first moment on
  const turnsTls = (before.tlsCert === null) !== (read.tlsCert === null);
  const waits = (name: SettingName) => AT_START.has(name) || (turnsTls && name.startsWith("tls"));
  const [changed, waiting] = [different.filter((name) => !waits(name)), different.filter(waits)];
  const kept = Object.fromEntries(waiting.map((name) => [name, before[name]]));
  return {
    settings: { ...read, ...kept },
    changed,
    waiting,
    concernsEngine: changed.some((name) => !OF_THE_DOOR.has(name)),
  };
}
