/** A real server with keys of two organizations, and queries that say what they were asked. */
import { createApi } from "../../src/http/api.ts";
import { type ApiChanges, changesBy } from "../../src/answers/changes.ts";
import { type ApiQueries, queriesBy } from "../../src/answers/queries.ts";
import type { PageFile } from "../../src/http/dashboard/bundle.ts";
import type { Listeners } from "../../src/http/event-stream/listeners.ts";
import { createPages } from "../../src/http/dashboard/pages.ts";
import { createKnownHosts } from "../../src/http/hosts/known-hosts.ts";
import { pluginConfig } from "../../src/http/plugin/config.ts";
import { askStages, type StageCheck } from "../../src/http/self/readiness.ts";
import { createProxies } from "../../src/http/sign-in/client.ts";
import { createSignInLinks } from "../../src/http/sign-in/links.ts";
import type { SignInProvider } from "../../src/http/sign-in/oidc/sign-in-provider.ts";
import { createWaysBack } from "../../src/http/sign-in/oidc/way-back.ts";
import { type RunningServer, startServer } from "../../src/http/server.ts";
import type { Certificate } from "../../src/http/tls/certificate.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { noteSignInUses, readSignIns, startSignIn } from "../../src/identity/sign-ins/sign-in.ts";
import { selectSignIn } from "../../src/identity/sign-ins/table.ts";
import { hashKey } from "../../src/identity/keys/key.ts";
import { createKeyring } from "../../src/identity/keys/keyring.ts";
import { readRegister, readRegisterWith } from "../../src/identity/keys/register.ts";
import type { MetricPosition } from "../../src/metrics/answer.ts";
import { createLog } from "../../src/vocabulary/log.ts";
import { succeed } from "../../src/vocabulary/result.ts";
import { addKey, addOrganization, NOW, openIdentity } from "../identity/identity-database.ts";

export interface Door {
  server: RunningServer;
  keys: { admin: string; member: string; bound: string; foreign: string };
  boundTo: string;
  /** Whose the keys are, but the foreign one. */
  organization: string;
  asked: unknown[];
  log: string[];
  /** Paths of telemetry that was sent where none is received. */
  misdirected: string[];
  /** What the API answers, by method and path. */
  routes: readonly { method: string; path: string }[];
  get(path: string, key?: string, init?: RequestInit): Promise<Response>;
  /**
   * Signs a browser in.
   *
   * @returns The cookie that it holds.
   */
  signIn(key: string): Promise<string>;
  /** Puts a key out of force, as the keys' thread does. */
  revoke(key: string): Promise<void>;
}

export interface DoorChanges {
  corsOrigins?: string[];
  stages?: Record<string, StageCheck>;
  connected?: boolean;
  queries?: Partial<ApiQueries>;
  changes?: Partial<ApiChanges>;
  next?: MetricPosition | null;
  pages?: PageFile[];
  publicUrl?: string;
  /** The one that people sign in with. */
  provider?: SignInProvider;
  hosts?: string[];
  securityContact?: string;
  certificate?: Certificate;
  /** That one key may send. */
  requestsPerMinute?: number;
  /** Those who listen for cards. */
  listeners?: Listeners;
  /** How long a sign-in holds without being used. */
  idleHours?: number;
  /** How far the clock of sign-ins runs ahead. */
  laterMs?: () => number;
}

const FRONT_PAGE: PageFile = {
  name: "/",
  type: "text/html; charset=utf-8",
  bytes: new TextEncoder().encode("<!doctype html>"),
  isGzip: false,
};

const NOTHING_SET = { corsOrigins: [], hosts: [], publicUrl: null, certificate: null };

export async function openDoor(changes: DoorChanges = {}): Promise<Door> {
  const settings = { ...NOTHING_SET, ...changes };
  const database = await openIdentity();
  const [ours, theirs] = [await addOrganization(database, "ours"), await addOrganization(database, "theirs")];
  const boundTo = "ada";
  const organizationId = ours.id;
  const keys = {
    admin: (await addKey(database, { organizationId, role: "admin" })).key,
    member: (await addKey(database, { organizationId })).key,
    bound: (await addKey(database, { organizationId, developerId: boundTo })).key,
    foreign: (await addKey(database, { organizationId: theirs.id })).key,
  };
  const [asked, log, misdirected]: [unknown[], string[], string[]] = [[], [], []];
  const keyring = createKeyring(await readRegister(database), {
    clock: () => NOW,
    lookUp: async (hash) => succeed(await readRegisterWith(database, hash)),
    recordUses: () => {},
  });
  const queries: ApiQueries = {
    ...queriesBy((name) => Promise.reject(new Error(`no test asks ${name} here`))),
    readRemaking: async () => null,
    readBaseline: async () => "learned",
    listScores: async (query) => {
      asked.push(query);
      return { scores: [], total: 0, next: null };
    },
    listMetrics: async (query) => {
      asked.push(query);
      return { metrics: [], total: 0, next: changes.next ?? null };
    },
    readLogs: async (query) => {
      asked.push(query);
      return { logs: [], next: null };
    },
    readSpans: async () => ({ spans: [], next: null }),
    readPoints: async () => ({ metrics: [], next: null }),
    ...changes.queries,
  };
  const links = createSignInLinks(() => NOW);
  const api = createApi({
    keyring,
    queries: () => queries,
    changes: () => ({
      ...changesBy(async (name) => {
        if (name === "recordReads" || name === "recordExport") return undefined as never;
        throw new Error(`no test asks for ${name} here`);
      }),
      ...changes.changes,
    }),
    clock: () => NOW,
    signIns: readSignIns({
      find: async (hash) => succeed(await selectSignIn(database, hash)),
      clock: () => NOW + (changes.laterMs?.() ?? 0),
      recordUses: (uses) =>
        inTransaction(database, "normal", (transaction) => noteSignInUses(transaction, uses)),
    }),
    signInRules: { hours: 12, idleHours: changes.idleHours ?? null, withKey: true },
    requestsPerMinute: changes.requestsPerMinute ?? 0,
    leadSees: "people",
    links,
    publicUrl: settings.publicUrl,
    contact: { securityContact: changes.securityContact ?? null, publicUrl: settings.publicUrl },
    retention: { rawDays: 180, maxBytes: null, reportDays: null },
    languageModel: null,
    alertsNameDevelopers: false,
    modelCheck: { endpoint: null, isRequired: false },
    install: {
      slackClientId: null,
      slackClientSecret: null,
      slackUrl: null,
      publicUrl: null,
      offline: false,
    },
    oidc: {
      provider: changes.provider ?? null,
      waysBack: createWaysBack(() => NOW),
      refresh: async () => {},
      log: createLog("json", (line) => void log.push(line)),
    },
    prices: { date: "2026-11-21", sha256: "" },
    log: createLog("json", (line) => void log.push(line)),
    askReadiness: () => askStages(changes.stages ?? {}),
    observation: {
      measure: () => Promise.reject(new Error("no test measures here")),
      status: () => Promise.reject(new Error("no test asks for the status here")),
    },
    listeners: changes.listeners ?? {
      open: () => Promise.reject(new Error("no test listens here")),
    },
    prism: 410,
    plugin: pluginConfig({ captureMode: "full", promptMaxChars: 32_000 }),
  });
  const listen = { hostname: "127.0.0.1", port: 0 };
  const started = startServer({
    listen,
    corsOrigins: settings.corsOrigins,
    certificate: settings.certificate,
    publicUrl: settings.publicUrl,
    proxies: createProxies({ trustedProxies: [], trustedProxyHeader: "x-forwarded-for" }),
    hosts: createKnownHosts({ listen, publicUrl: settings.publicUrl, hosts: settings.hosts }, "desk.example"),
    intake: {
      otlp: async (request) => Response.json({ taken: await request.text() }),
      capture: async () => succeed({ promptId: null }),
    },
    misdirected: async (request) => void misdirected.push(new URL(request.url).pathname),
    isStreamConnected: () => changes.connected ?? true,
    pages: createPages(changes.pages ?? [FRONT_PAGE]),
    api,
  });
  if (!started.ok) throw new Error(started.problem.message);
  const server = started.value;
  const get = (path: string, key?: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      ...init,
      headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...init.headers },
    });
  const signIn = async (key: string): Promise<string> => {
    const held = (await readRegister(database)).keys.find(({ hash }) => hash === hashKey(key));
    const { token } = await inTransaction(database, "full", (transaction) =>
      startSignIn(
        transaction,
        {
          who: { keyId: held?.id ?? "" },
          way: "key",
          client: "Firefox on Linux",
          address: "127.0.0.1",
          hours: 12,
        },
        NOW,
      ),
    );
    return `scoring-session-${new URL(server.url).port}=${token}`;
  };
  const revoke = async (key: string): Promise<void> => {
    const register = await readRegister(database);
    const revoked = register.keys.map((held) =>
      held.hash === hashKey(key) ? { ...held, revokedAt: NOW } : held,
    );
    keyring.hold({ ...register, keys: revoked });
  };
  return {
    server,
    keys,
    boundTo,
    organization: organizationId,
    asked,
    log,
    misdirected,
    routes: api.routes,
    get,
    signIn,
    revoke,
  };
}
