/** An operator, an account and a user, signed as a cluster with credentials files asks for them. */
import { createAccount, createOperator, createUser, type KeyPair } from "@nats-io/nkeys";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Makes them.
 *
 * @returns What a server's configuration needs, and the path of the user's credentials file.
 * @see NATS, "JWT authentication", read 2026-11.
 */
export function makeCredentials(directory: string): { config: string; credentials: string } {
  const [operator, account, system, user] = [
    createOperator(),
    createAccount(),
    createAccount(),
    createUser(),
  ];
  const operatorToken = sign(operator, {
    key: operator,
    name: "operator",
    nats: { type: "operator", version: 2 },
  });
  const everything = {
    subs: -1,
    data: -1,
    payload: -1,
    imports: -1,
    exports: -1,
    wildcards: true,
    conn: -1,
    leaf: -1,
  };
  const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const accountToken = (key: KeyPair, limits: object) =>
    sign(operator, { key, name: "account", nats: { type: "account", version: 2, limits } });
  const userToken = sign(account, {
    key: user,
    name: "scoring",
    nats: { type: "user", version: 2, pub: {}, sub: {}, subs: -1, data: -1, payload: -1 },
  });
  const path = join(directory, "scoring.creds");
  const seed = new TextDecoder().decode(user.getSeed());
  writeFileSync(path, credentialsText(userToken, seed), { mode: 0o600 });
  const config = `operator: "${operatorToken}"
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload: {
  ${account.getPublicKey()}: "${accountToken(account, { ...everything, ...storage })}"
  ${system.getPublicKey()}: "${accountToken(system, everything)}"
}`;
  return { config, credentials: path };
}

interface Claims {
  key: KeyPair;
  name: string;
  nats: object;
}

function sign(issuer: KeyPair, { key, name, nats }: Claims): string {
  const claims = {
    iss: issuer.getPublicKey(),
    sub: key.getPublicKey(),
    iat: Math.floor(Date.now() / 1000),
    name,
    nats,
  };
  const jti = createHash("sha256").update(JSON.stringify(claims)).digest("hex");
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ typ: "JWT", alg: "ed25519-nkey" })}.${encode({ ...claims, jti })}`;
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString("base64url")}`;
}

function credentialsText(token: string, seed: string): string {
  return `-----BEGIN NATS USER JWT-----
${token}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${seed}
------END USER NKEY SEED------
`;
}
