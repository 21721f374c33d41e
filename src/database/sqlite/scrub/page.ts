/**
 * What of a page of SQLite's file is not in use: room between cells, and behind the end of a long value.
 *
 * SQLite overwrites what is deleted, and not what it moved before to another page: when a page is split, its
 * old bytes stay in the room that becomes free. Only bytes that no reader interprets are touched here.
 *
 * @see sqlite.org/fileformat2.html, sections 1.6 (b-tree pages) and 1.7 (overflow pages).
 */
import type { Bytes } from "../../../vocabulary/units.ts";

/** A value that goes on in pages of its own. */
export interface Overflow {
  firstPage: number;
  /** What of the value is in those pages. */
  bytes: Bytes;
}

const INDEX_INTERIOR = 2;
const TABLE_INTERIOR = 5;
const INDEX_LEAF = 10;
const TABLE_LEAF = 13;
const TREE_KINDS: ReadonlySet<number> = new Set([INDEX_INTERIOR, TABLE_INTERIOR, INDEX_LEAF, TABLE_LEAF]);

/** Where things are in the page. */
interface Layout {
  kind: number;
  cells: number;
  /** The list of cells begins here… */
  list: number;
  /** …and the cells themselves, from the back, here. */
  content: number;
}

/**
 * Returns whether the page is one of a tree: other pages in use begin with a page's number, whose first byte is 0.
 *
 * @param page - The whole page.
 */
export function isTreePage(page: Buffer): boolean {
  return TREE_KINDS.has(page[0] ?? 0) && layoutOf(page) !== null;
}

function layoutOf(page: Buffer): Layout | null {
  const kind = page[0] ?? 0;
  const list = kind === INDEX_LEAF || kind === TABLE_LEAF ? 8 : 12;
  const cells = page.readUInt16BE(3);
  const content = page.readUInt16BE(5) || 65_536;
  const fits = list + 2 * cells <= content && content <= page.length;
  return fits ? { kind, cells, list, content } : null;
}

/**
 * Zeroes what is not in use in a page of a tree.
 *
 * @param page - Changed in place.
 * @returns Whether anything was left there.
 */
export function clearTreePage(page: Buffer): boolean {
  const layout = layoutOf(page);
  if (layout === null) return false;
  let isChanged = clear(page, layout.list + 2 * layout.cells, layout.content);
  // freed blocks form a list in the order of their places: next, size, and what was there
  for (let at = page.readUInt16BE(1); at >= layout.content && at + 4 <= page.length;) {
    const [next, size] = [page.readUInt16BE(at), page.readUInt16BE(at + 2)];
    if (size < 4 || at + size > page.length) break;
    isChanged = clear(page, at + 4, at + size) || isChanged;
    if (next !== 0 && next <= at) break;
    at = next;
  }
  return isChanged;
}

/**
 * Zeroes a part of a page.
 *
 * @returns Whether anything but zeros was there.
 */
export function clear(page: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    if (page[at] === 0) continue;
    page.fill(0, at, to);
    return true;
  }
  return false;
}

/** Returns the values of a tree's page that go on in other pages. */
export function overflowsOf(page: Buffer): Overflow[] {
  const layout = layoutOf(page);
  if (layout === null || layout.kind === TABLE_INTERIOR) return [];
  const found: Overflow[] = [];
  for (let cell = 0; cell < layout.cells; cell += 1) {
    const at = page.readUInt16BE(layout.list + 2 * cell);
    const overflow = at < layout.content ? null : overflowOf(page, at, layout.kind);
    if (overflow !== null) found.push(overflow);
  }
  return found;
}

function overflowOf(page: Buffer, cell: number, kind: number): Overflow | null {
  let at = kind === INDEX_INTERIOR ? cell + 4 : cell;
  const payload = readVarint(page, at);
  at = payload.end;
  if (kind === TABLE_LEAF) at = readVarint(page, at).end;
  const local = localBytes(payload.value, { kind, usable: page.length });
  if (local === payload.value || at + local + 4 > page.length) return null;
  return { firstPage: page.readUInt32BE(at + local), bytes: payload.value - local };
}

/** How much of a payload is in the tree's page itself; the names are those of the format's description. */
function localBytes(payload: Bytes, { kind, usable }: { kind: number; usable: Bytes }): Bytes {
  const most = kind === TABLE_LEAF ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (payload <= most) return payload;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const whole = least + ((payload - least) % (usable - 4));
  return whole <= most ? whole : least;
}

/** A number of up to nine bytes, seven bits in each; those of payloads fit a number exactly. */
function readVarint(page: Buffer, from: number): { value: number; end: number } {
  let value = 0;
  for (let read = 0; read < 8; read += 1) {
    const byte = page[from + read] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: from + read + 1 };
  }
  return { value: value * 256 + (page[from + 8] ?? 0), end: from + 9 };
}
