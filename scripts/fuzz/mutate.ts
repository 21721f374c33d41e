/** Changes OTLP bodies by chance, knowing how they are built: most of what comes out is nearly right. */
import { gzipSync } from "node:zlib";
import type { Random } from "../../src/demo/work/random.ts";
import type { Signal } from "../../src/vocabulary/otlp.ts";
import { protobufOf } from "../protobuf-body.ts";
import { mutateBytes } from "./mutate-bytes.ts";

/** A request to send. */
export interface FuzzedRequest {
  path: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** A captured body, and where it was sent. */
export interface Seed {
  path: string;
  text: string;
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const MOST_CHANGES = 6;
const PATHS = ["/v1/logs", "/v1/metrics", "/v1/traces"] as const;

/** Values that are wrong nearly everywhere, or right and extreme. */
const ODD_VALUES: readonly [Json, ...Json[]] = [
  null,
  true,
  -1,
  0,
  1e308,
  0.1,
  2 ** 53,
  "",
  "0",
  "-1",
  "18446744073709551615",
  "18446744073709551616",
  "9223372036854775807",
  "999999",
  "NaN",
  "Infinity",
  "1e400",
  "\u0000\u001b[31m\u202e",
  "\ud800",
  "__proto__",
  "€".repeat(2_000),
  "0af7651916cd43dd8448eb211c80319c",
  "b7ad6b7169203331",
  "00000000000000000000000000000000",
  [],
  {},
  [null],
  [[]],
  { stringValue: 1 },
  { intValue: "x" },
  { stringValue: "two", intValue: "2" },
  { arrayValue: { values: [{ kvlistValue: { values: [{ key: "k", value: {} }] } }] } },
  { bytesValue: "not base64!" },
];

const ODD_NAMES = [
  "__proto__",
  "constructor",
  "",
  "time_unix_nano",
  "timeUnixNano",
  "attributes",
  "traceId",
  "toString",
] as const;

/**
 * Returns a body made of the seed by some changes of its tree, then perhaps of its bytes and of how it is
 * sent.
 */
export function mutate(seed: Seed, random: Random): FuzzedRequest {
  const tree = JSON.parse(seed.text) as Json;
  const path = random.chance(0.05) ? random.pick(PATHS) : seed.path;
  if (random.chance(0.2))
    return { path, ...packed(protobuf(seed, random), random, "application/x-protobuf") };
  for (let change = random.whole(0, MOST_CHANGES); change > 0; change -= 1) changeSomewhere(tree, random);
  const text = random.chance(0.05) ? nested(tree, random.whole(10, 3_000)) : JSON.stringify(tree);
  const plain = changeBytes(Buffer.from(text), random);
  const type = random.chance(0.02) ? "application/x-protobuf" : "application/json";
  return { path, ...packed(plain, random, type) };
}

function protobuf({ path, text }: Seed, random: Random): Buffer<ArrayBuffer> {
  const signal = path.slice("/v1/".length) as Signal;
  return mutateBytes(protobufOf(JSON.parse(text) as object, signal), random);
}

/** Puts the tree at the end of many values in each other. */
function nested(tree: Json, depth: number): string {
  const value = `${'{"arrayValue":{"values":['.repeat(depth)}{}${"]}}".repeat(depth)}`;
  const record = `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":${value}}]}]}]}`;
  return depth % 2 === 0 ? record : `${"[".repeat(depth)}${JSON.stringify(tree)}${"]".repeat(depth)}`;
}

function changeSomewhere(tree: Json, random: Random): void {
  const places = containersOf(tree);
  const place = places[random.whole(0, Math.max(0, places.length - 1))];
  if (Array.isArray(place)) changeList(place, random);
  else if (place !== undefined) changeObject(place, random);
}

type Container = Json[] | { [name: string]: Json };

function containersOf(tree: Json): Container[] {
  if (tree === null || typeof tree !== "object") return [];
  return [tree, ...Object.values(tree).flatMap(containersOf)];
}

function changeList(list: Json[], random: Random): void {
  const at = random.whole(0, Math.max(0, list.length - 1));
  switch (random.pick(["drop", "double", "put", "swap"])) {
    case "drop":
      list.splice(at, 1);
      return;
    case "double":
      list.push(...structuredClone(list.slice(at, at + random.whole(1, 3))));
      return;
    case "put":
      list.splice(at, 0, structuredClone(random.pick(ODD_VALUES)));
      return;
    case "swap":
      list[at] = structuredClone(random.pick(ODD_VALUES));
  }
}

function changeObject(object: { [name: string]: Json }, random: Random): void {
  const names = Object.keys(object);
  const name = names[random.whole(0, Math.max(0, names.length - 1))] ?? random.pick(ODD_NAMES);
  const value = valueIn(object, name);
  switch (random.pick(["drop", "swap", "rename", "add", "other type"])) {
    case "drop":
      delete object[name];
      return;
    case "swap":
      put(object, name, structuredClone(random.pick(ODD_VALUES)));
      return;
    case "rename":
      delete object[name];
      put(object, snakeCase(name), value);
      return;
    case "add":
      put(object, random.pick(ODD_NAMES), structuredClone(random.pick(ODD_VALUES)));
      return;
    case "other type":
      put(object, name, typeof value === "string" ? Number(value) || 0 : JSON.stringify(value));
  }
}

/** An empty object has a toString too, which is no value of a body. */
function valueIn(object: { [name: string]: Json }, name: string): Json {
  return (Object.hasOwn(object, name) ? object[name] : undefined) ?? null;
}

/** As JSON.parse does it: `__proto__` is a name like any other. */
function put(object: { [name: string]: Json }, name: string, value: Json): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Leaves most as they are: what cannot be parsed is refused at once and shows little. */
function changeBytes(bytes: Buffer<ArrayBuffer>, random: Random): Buffer<ArrayBuffer> {
  if (!random.chance(0.1)) return bytes;
  const at = random.whole(0, Math.max(0, bytes.length - 1));
  switch (random.pick(["cut", "flip", "insert", "mark", "empty"])) {
    case "cut":
      return bytes.subarray(0, at);
    case "flip":
      bytes[at] = random.whole(0, 255);
      return bytes;
    case "insert":
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([0xff, random.whole(0, 255)]),
        bytes.subarray(at),
      ]);
    case "mark":
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    default:
      return Buffer.alloc(0);
  }
}

function packed(
  plain: Buffer<ArrayBuffer>,
  random: Random,
  type: string,
): Pick<FuzzedRequest, "headers" | "body"> {
  const headers = { "content-type": type };
  if (!random.chance(0.3)) return { headers, body: plain };
  const zipped = gzipSync(plain, { level: 1 });
  const body = random.chance(0.1) ? zipped.subarray(0, random.whole(0, zipped.length)) : zipped;
  return { headers: { ...headers, "content-encoding": "gzip" }, body };
}
