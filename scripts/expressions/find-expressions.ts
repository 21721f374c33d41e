/** Finds every regular expression of the source: those that are in it, and those that it builds as it starts. */
import { parseSync, Visitor } from "oxc-parser";

/** A regular expression and the file that it is in or is built by. */
export interface Expression {
  file: string;
  source: string;
  flags: string;
}

const ROOT = `${import.meta.dir}/../../`;

/** Returns each expression of src/ once, in the order of the files' names. */
export async function findExpressions(): Promise<Expression[]> {
  const files = [...new Bun.Glob("src/**/*.ts").scanSync(ROOT)].sort();
  const found = new Map<string, Expression>();
  for (const file of files) {
    const text = await Bun.file(ROOT + file).text();
    const built = /\bRegExp\(/.test(text) ? await builtBy(file) : [];
    for (const expression of [...writtenIn(file, text), ...built]) found.set(keyOf(expression), expression);
  }
  return [...found.values()];
}

/** Two expressions with the same key match the same texts. */
export function keyOf({ source, flags }: Pick<Expression, "source" | "flags">): string {
  return `/${source}/${flags.replace(/[dgy]/g, "")}`;
}

function writtenIn(file: string, text: string): Expression[] {
  const found: Expression[] = [];
  const visitor = new Visitor({
    Literal(node) {
      if ("regex" in node) found.push({ file, source: node.regex.pattern, flags: node.regex.flags });
    },
  });
  visitor.visit(parseSync(file, text).program);
  return found;
}

/** Imports the file while every call of `RegExp` is written down; what is built later is built from the same parts. */
async function builtBy(file: string): Promise<Expression[]> {
  const built: Expression[] = [];
  const { RegExp: native } = globalThis;
  globalThis.RegExp = new Proxy(native, {
    construct(target, [source, flags]: [string | RegExp, string | undefined]) {
      const expression = new target(source, flags);
      built.push({ file, source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  try {
    await import(`${ROOT}${file}?expressions`);
  } finally {
    globalThis.RegExp = native;
  }
  return built;
}
