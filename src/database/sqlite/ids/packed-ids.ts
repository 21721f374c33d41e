/**
 * Ids and names as SQLite keeps them: hexadecimal digits as bytes, which take half the room in rows and in indexes.
 *
 * Statements get and give them as texts. Bytes have the order of their digits, and come after all texts. What SQL itself
 * takes out of an id or a name has to know both forms.
 */
import { type RawBuilder, sql } from "kysely";
import { HOLDER_LENGTH } from "../../../vocabulary/held-name.ts";

const ID_DIGITS = 32;
const ORGANIZATION_DIGITS = 12;
/** Who holds it, then a UUID or a trace's id; the letter before it marks a scope. */
const NAME = /^(?:([ist]):)?([0-9a-f]{16}):([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32})$/;
const LONGEST_NAME = 2 + HOLDER_LENGTH + 1 + 36;

const ID_BYTES = ID_DIGITS / 2;
const ORGANIZATION_BYTES = ORGANIZATION_DIGITS / 2;
const HOLDER_BYTES = HOLDER_LENGTH / 2;
const NAME_BYTES = HOLDER_BYTES + ID_BYTES;
/** Is set in the byte of the letter, which may be missing, where the id is no UUID. */
const NO_UUID = 0x80;

/** Returns what is kept of a value: bytes in the place of an id or a name, else the value. */
export function packed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const { length } = value;
  if (length === ID_DIGITS || length === ORGANIZATION_DIGITS) return bytesOfDigits(value) ?? value;
  return length < ID_DIGITS || length > LONGEST_NAME ? value : packedName(value);
}

function packedName(value: string): Buffer | string {
  const [, letter, holder = "", id = ""] = NAME.exec(value) ?? [];
  if (holder === "") return value;
  const isUuid = id.length > ID_DIGITS;
  const name = Buffer.from(holder + id.replaceAll("-", ""), "hex");
  if (letter === undefined && isUuid) return name;
  return Buffer.concat([Buffer.of((letter?.charCodeAt(0) ?? 0) | (isUuid ? 0 : NO_UUID)), name]);
}

function bytesOfDigits(text: string): Buffer | null {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x66 || (code > 0x39 && code < 0x61)) return null;
  }
  return Buffer.from(text, "hex");
}

/** Returns the value of which that is kept. */
export function unpacked(kept: unknown): unknown {
  if (!(kept instanceof Uint8Array)) return kept;
  const bytes = Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength);
  const { length } = bytes;
  if (length === ID_BYTES || length === ORGANIZATION_BYTES) return bytes.toString("hex");
  if (length === NAME_BYTES) return nameOf(bytes, true);
  if (length !== 1 + NAME_BYTES) return kept;
  const [first = 0] = bytes;
  const letter = first & ~NO_UUID;
  return (letter === 0 ? "" : `${String.fromCharCode(letter)}:`) + nameOf(bytes.subarray(1), first < NO_UUID);
}

function nameOf(bytes: Buffer, isUuid: boolean): string {
  const id = bytes.toString("hex", HOLDER_BYTES);
  return `${bytes.toString("hex", 0, HOLDER_BYTES)}:${isUuid ? uuidOf(id) : id}`;
}

function uuidOf(id: string): string {
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
}

/** Marks bytes in a list. */
const BYTES = "x";
const TEXT = "t";
const FROM_LIST = `(select case substr(value, 1, 1) when '${BYTES}' then unhex(substr(value, 2))
  else substr(value, 2) end from`;

/** See `Engine.listOf`. */
export function listOf<Text extends string>(texts: readonly Text[]): RawBuilder<Text> {
  return sql<Text>`${sql.raw(FROM_LIST)} json_each(${listText(texts)}))`;
}

/** Texts as one parameter, for `LISTED`. */
export function listText(texts: readonly string[]): string {
  return JSON.stringify(
    texts.map((text) => {
      const kept = packed(text);
      return kept instanceof Uint8Array ? BYTES + Buffer.from(kept).toString("hex") : TEXT + text;
    }),
  );
}

/** The texts of a list, as they are kept. */
export const LISTED = `${FROM_LIST} json_each(?))`;

/** See `Engine.textOf`. */
export function textOf(kept: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case typeof(${kept}) when 'blob' then lower(hex(${kept})) else ${kept} end`;
}

/**
 * The id in a column's names.
 *
 * @param first - The position of its first character in a name that is kept as text.
 */
export function idInName<Id extends string>(column: RawBuilder<unknown>, first: number): RawBuilder<Id> {
  const digits = [4, 2, 2, 2, 6].map((length, place, all) => {
    const left = all.slice(place).reduce((sum, bytes) => sum + bytes, 0);
    return sql`lower(hex(substr(${column}, ${sql.lit(-left)}, ${sql.lit(length)})))`;
  });
  const uuid = sql.join(digits, sql` || '-' || `);
  const isUuid = sql`length(${column}) = ${sql.lit(NAME_BYTES)} or substr(${column}, 1, 1) < x'80'`;
  const text = sql`substr(${column}, ${sql.lit(first)})`;
  const lengths = sql.join([ID_DIGITS, ORGANIZATION_DIGITS].map((digits) => sql.lit(digits)));
  const isId = sql`length(${text}) in (${lengths}) and ${text} not glob '*[^0-9a-f]*'`;
  return sql<Id>`case typeof(${column}) when 'blob'
    then iif(${isUuid}, ${uuid}, substr(${column}, ${sql.lit(-ID_BYTES)}))
    else iif(${isId}, unhex(${text}), ${text}) end`;
}
