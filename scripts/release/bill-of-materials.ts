/** The list of what the executable holds that others wrote, for programs that look up known flaws. */
import Database from "better-sqlite3";
import { parse } from "jsonc-parser";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { license, name as programName, version as programVersion } from "../../package.json";
import { FONTS, goModules, npmParts, SECRET_RULES } from "../third-party.ts";

const ROOT = join(import.meta.dir, "../..");

/**
 * One part.
 *
 * @see CycloneDX 1.6, JSON reference, read 2026-11.
 */
export interface Component {
  type: "application" | "library" | "platform" | "file" | "data";
  "bom-ref": string;
  name: string;
  group?: string;
  version?: string;
  /** Its address among all packages of all registries. */
  purl?: string;
  licenses?: [{ license: { id: string } } | { expression: string }];
  hashes?: [{ alg: "SHA-512"; content: string }];
}

/** The document. */
export interface BillOfMaterials {
  bomFormat: "CycloneDX";
  specVersion: "1.6";
  serialNumber: string;
  version: 1;
  metadata: { timestamp: string; component: Component };
  components: Component[];
}

/** @param serverOrigin - What embedded/nats/nats-server.pin says of how the stream's server was obtained. */
export function describeMaterials(serverOrigin: string): BillOfMaterials {
  const component: Component = {
    type: "application",
    "bom-ref": programName,
    name: programName,
    version: programVersion,
    ...licensed(license),
  };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${crypto.randomUUID()}`,
    version: 1,
    metadata: { timestamp: new Date().toISOString(), component },
    components: [bun(), sqlite(), ...npmComponents(), ...goComponents(serverOrigin), ...otherComponents()],
  };
}

function bun(): Component {
  const purl = `pkg:github/oven-sh/bun@bun-v${Bun.version}`;
  return { type: "platform", "bom-ref": purl, name: "bun", version: Bun.version, purl, ...licensed("MIT") };
}

/** It is part of better-sqlite3, which has its own version. */
function sqlite(): Component {
  const database = new Database(":memory:");
  const version = String(database.prepare("SELECT sqlite_version()").pluck().get());
  database.close();
  return { type: "library", "bom-ref": `sqlite@${version}`, name: "sqlite", version };
}

function npmComponents(): Component[] {
  const hashes = lockedHashes();
  return npmParts().map(({ name, version, licence }) => {
    const [first = "", second] = name.split("/");
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    const hash = hashes.get(`${name}@${version}`);
    return {
      type: "library",
      "bom-ref": purl,
      ...(second === undefined ? { name: first } : { group: first, name: second }),
      version,
      purl,
      ...(licence !== null && licensed(licence)),
      ...(hash !== undefined && { hashes: [{ alg: "SHA-512", content: hash }] }),
    };
  });
}

/** Of each package as "name@version", in hex. */
function lockedHashes(): Map<string, string> {
  const lock = parse(readFileSync(join(ROOT, "bun.lock"), "utf8")) as { packages: Record<string, unknown[]> };
  const entries = Object.values(lock.packages).flatMap((entry) => {
    const [id, integrity] = [entry[0], entry.at(-1)];
    if (typeof id !== "string" || typeof integrity !== "string") return [];
    const [, base64] = /^sha512-(.+)$/.exec(integrity) ?? [];
    return base64 === undefined ? [] : [[id, Buffer.from(base64, "base64").toString("hex")] as const];
  });
  return new Map(entries);
}

function goComponents(serverOrigin: string): Component[] {
  const [, compiler] = /built by go(\S+)/.exec(serverOrigin) ?? [];
  const modules = compiler === undefined ? [] : [{ name: "stdlib", version: compiler }];
  return [...modules, ...goModules()].map(({ name, version }) => {
    const purl = `pkg:golang/${name}@${version}`;
    return { type: "library", "bom-ref": purl, name, version, purl };
  });
}

function otherComponents(): Component[] {
  const { name, version, licence } = SECRET_RULES;
  const rules: Component = {
    type: "data",
    "bom-ref": `${name}@${version}`,
    name,
    version,
    ...licensed(licence ?? "MIT"),
  };
  const fonts = FONTS.map((font): Component => ({
    type: "file",
    "bom-ref": font.name,
    name: font.name,
    ...licensed("OFL-1.1"),
  }));
  return [rules, ...fonts];
}

function licensed(licence: string): Pick<Component, "licenses"> {
  const isExpression = /[ ()]/.test(licence);
  return { licenses: [isExpression ? { expression: licence } : { license: { id: licence } }] };
}
