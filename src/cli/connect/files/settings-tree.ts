/** Settings as a tree of objects: what is added to a file's, and taken from it again. */
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";

/** A file's settings, or a part of them, as JSON and TOML both have them. */
export type Tree = Readonly<Record<string, unknown>>;

/**
 * One setting: its name, below its table where it is in one. What is below it belongs to it; a list's items
 * are added to those that are there.
 */
export interface Leaf {
  path: readonly string[];
  value: unknown;
}

/** The settings of a tree: values of tables in its first level, and what else is there. */
export function leavesOf(settings: Tree): Leaf[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    isTree(value)
      ? Object.entries(value).map(([inner, value]) => ({ path: [name, inner], value }))
      : [{ path: [name], value }],
  );
}

/**
 * The tree with these settings in it; everything else stays as it is.
 *
 * @throws With the name of what would have to be a table or list and is none.
 */
export function withLeaves(tree: Tree, leaves: readonly Leaf[]): Result<Tree, string> {
  const blocking = leaves.find(({ path: [name = "", inner], value }) =>
    inner === undefined
      ? Array.isArray(value) && tree[name] !== undefined && !Array.isArray(tree[name])
      : isOther(tree[name]),
  );
  if (blocking !== undefined) return fail(blocking.path[0] ?? "");
  return succeed(
    leaves.reduce(
      (to, { path, value }) => setLeaf(to, { path, value: joined(valueAt(to, path), value) }),
      tree,
    ),
  );
}

/** What is taken back, and what has been changed by hand since and therefore stays. */
export interface Taken {
  tree: Tree;
  changedSince: string[];
}

/**
 * The tree without these settings; what was in their place returns.
 *
 * @param tree - The tree as it is now, the settings that were added, and the tree as it was before.
 */
export function withoutLeaves(tree: Tree, added: readonly Leaf[], before: Tree): Taken {
  const isOurs = ({ path, value }: Leaf): boolean => holds(valueAt(tree, path), value);
  const changed = added.filter((leaf) => valueAt(tree, leaf.path) !== undefined && !isOurs(leaf));
  const taken = added
    .filter(isOurs)
    .map(({ path, value }) => ({ path, value: left(valueAt(tree, path), value, valueAt(before, path)) }))
    .reduce(setLeaf, tree);
  const emptied = Object.entries(taken).filter(
    ([name, value]) => isTree(value) && Object.keys(value).length === 0 && !(name in before),
  );
  return {
    tree: emptied.reduce((left, [name]) => setLeaf(left, { path: [name], value: undefined }), taken),
    changedSince: changed.map(({ path }) => path.join(".")),
  };
}

function joined(there: unknown, added: unknown): unknown {
  if (!Array.isArray(there) || !Array.isArray(added)) return added;
  return [...there, ...added.filter((item) => !holds(there, [item]))];
}

function holds(there: unknown, added: unknown): boolean {
  if (!Array.isArray(there) || !Array.isArray(added)) return isEqual(there, added);
  return added.every((item) => there.some((other) => isEqual(other, item)));
}

/** What is in a setting's place without what was added: of a list the other items. */
function left(there: unknown, added: unknown, before: unknown): unknown {
  if (!Array.isArray(there) || !Array.isArray(added)) return before;
  const others: unknown[] = there.filter((item) => !holds(added, [item]));
  return others.length === 0 ? before : others;
}

/**
 * Says whether two settings say the same; unlike the runtimes' own functions it does so under Bun and Node alike.
 *
 * @returns true where every member is equal, whatever the objects' prototypes
 */
export function isEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((value, index) => isEqual(value, right[index]));
  if (isTree(left) && isTree(right)) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...names].every((name) => isEqual(left[name], right[name]));
  }
  return left instanceof Date && right instanceof Date && String(left) === String(right);
}

/** Not a list, and not a date, which TOML has too. */
export function isTree(value: unknown): value is Tree {
  if (typeof value !== "object" || value === null) return false;
  const kind: unknown = Object.getPrototypeOf(value);
  return kind === null || kind === Object.prototype;
}

function isOther(value: unknown): boolean {
  return value !== undefined && !isTree(value);
}

function valueAt(tree: Tree, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isTree(at) ? at[name] : undefined), tree);
}

/** Undefined removes. */
function setLeaf(tree: Tree, { path: [name = "", ...inner], value }: Leaf): Tree {
  const below = tree[name];
  const changed = inner.length === 0 ? value : setLeaf(isTree(below) ? below : {}, { path: inner, value });
  const rest = Object.fromEntries(
    Object.entries(tree).filter(([other]) => other !== name || changed !== undefined),
  );
  return changed === undefined ? rest : { ...rest, [name]: changed };
}
