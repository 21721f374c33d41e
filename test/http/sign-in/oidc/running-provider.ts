/** A real OpenID Connect provider on this machine, with a door before it that can spoil what it answers. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration, type JWK } from "oidc-provider";

/** A person whom the provider knows by a login. */
export interface KnownPerson {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  groups?: readonly string[];
}

/** What is spoiled, until it is changed again. */
export interface Faults {
  /** Claims of the signed token that are others, or gone where undefined. */
  claims?: (claims: Record<string, unknown>) => Record<string, unknown>;
  /** Signs with a key that the provider does not publish. */
  forged?: boolean;
  /** Answers in the provider's place, at paths that end so; undefined goes on to the provider. */
  answer?: (path: string) => Response | Promise<Response> | undefined;
}

export interface RunningProvider {
  issuer: string;
  client: { id: string; secret: string };
  faults: Faults;
  /** Paths that were asked so far. */
  asked: string[];
  /** Tokens of either kind that were given out so far. */
  tokens: string[];
  /** Begins anew with other keys. */
  rotateKeys(): Promise<void>;
  /** As if the machine were off. */
  stop(): Promise<void>;
}

/** What differs between providers. */
export interface ProviderChoices {
  people: Readonly<Record<string, KnownPerson>>;
  /** Addresses of the server that people are sent back to. */
  publicUrl: string;
  /** Whether the token itself says more than who it is. */
  saysAllAtOnce?: boolean;
  /** What this machine is called: browsers take localhost and 127.0.0.1 for two sites. */
  host?: "127.0.0.1" | "localhost";
}

const CLIENT = { id: "scoring", secret: "secret-of-the-test" };

export async function startProvider(choices: ProviderChoices): Promise<RunningProvider> {
  const faults: Faults = {};
  const asked: string[] = [];
  const tokens: string[] = [];
  let inner: Inner | null = null;
  const door = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      const instead = await running.faults.answer?.(pathname);
      if (instead !== undefined) return instead;
      if (inner === null) throw new Error("the provider is not there");
      const answer = await forward(request, inner.port);
      if (pathname !== "/token" || !answer.ok) return answer;
      const given = await spoil((await answer.json()) as Tokens, running.faults, inner.key);
      tokens.push(given.id_token, given.access_token);
      return Response.json(given);
    },
  });
  const issuer = `http://${choices.host ?? "127.0.0.1"}:${door.port}`;
  const running: RunningProvider = {
    issuer,
    client: CLIENT,
    faults,
    asked,
    tokens,
    async rotateKeys() {
      inner?.server.close();
      inner = await startInner(issuer, choices);
    },
    async stop() {
      inner?.server.close();
      await door.stop(true);
    },
  };
  inner = await startInner(issuer, choices);
  return running;
}

type SigningKey = Awaited<ReturnType<typeof newKey>>;

interface Inner {
  server: Server;
  port: number;
  key: SigningKey;
}

async function startInner(issuer: string, choices: ProviderChoices): Promise<Inner> {
  const key = await newKey();
  const provider = new Provider(issuer, configurationOf(choices, key));
  provider.proxy = true;
  const server = createServer(provider.callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port, key };
}

function configurationOf({ people, publicUrl, saysAllAtOnce = false }: ProviderChoices, key: SigningKey) {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}/v1/session/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/sign-in`],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ["of the test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    scopes: ["openid", "email", "profile", "groups"],
    conformIdTokenClaims: !saysAllAtOnce,
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: async () => ({ sub: login, ...people[login] }),
    }),
  } satisfies Configuration as Configuration;
}

async function newKey(): Promise<JWK & { kid: string }> {
  const pair = await crypto.subtle.generateKey(SIGNING, true, ["sign", "verify"]);
  const { key_ops: _, ext: __, ...key } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  return { ...key, kid: crypto.randomUUID(), use: "sig", alg: "RS256" };
}

const SIGNING = {
  name: "RSASSA-PKCS1-v1_5",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: "SHA-256",
};

/** The provider believes that it is asked at the door. */
function forward(request: Request, port: number): Promise<Response> {
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set("x-forwarded-host", url.host);
  headers.set("x-forwarded-proto", "http");
  return fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, {
    method: request.method,
    headers,
    body: request.body,
    redirect: "manual",
  });
}

interface Tokens {
  id_token: string;
  access_token: string;
}

async function spoil(tokens: Tokens, { claims, forged }: Faults, key: SigningKey): Promise<Tokens> {
  if (claims === undefined && forged !== true) return tokens;
  const [, body = ""] = tokens.id_token.split(".");
  const said = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  const signer = forged === true ? { ...(await newKey()), kid: key.kid } : key;
  return { ...tokens, id_token: await sign(claims?.(said) ?? said, signer) };
}

async function sign(claims: object, key: SigningKey): Promise<string> {
  const signer = await crypto.subtle.importKey("jwk", key as never, SIGNING, false, ["sign"]);
  const encoded = [{ alg: "RS256", typ: "JWT", kid: key.kid }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const text = encoded.join(".");
  const signature = await crypto.subtle.sign(SIGNING.name, signer, Buffer.from(text));
  return `${text}.${Buffer.from(signature).toString("base64url")}`;
}
