/** The terms of docs/glossary.md, which is the one source of what pages say about a word. */
import glossary from "../../../docs/glossary.md" with { type: "text" };
import { slugOf } from "./slug.ts";

/** One entry. */
export interface GlossaryTerm {
  /** As the glossary writes it: "Took, earned". */
  name: string;
  /** Other words for it, in small letters, such as names of fields. */
  aliases: readonly string[];
  /** What it means, as plain text. */
  meaning: string;
  /** The page of the documents that says more, or its place in the glossary. */
  address: string;
}

/** Words that need no explanation where they are used: the heads of nearly every table. */
const PLAIN: ReadonlySet<string> = new Set(
  "agent developer session prompt key report record server model task slack scoring answer".split(" "),
);

const TERMS = parseGlossary(glossary);

const BY_WORD = new Map(
  TERMS.flatMap((term) => [...wordsOf(term.name), ...term.aliases].map((word) => [word, term] as const)),
);

/** Returns every term, in the order of the glossary. */
export function glossaryTerms(): readonly GlossaryTerm[] {
  return TERMS;
}

/**
 * Finds what a word means.
 *
 * @param word - in any case, in the singular or plural: "Intervals"
 * @returns null for a word that is not in the glossary
 */
export function findTerm(word: string): GlossaryTerm | null {
  const wanted = word.trim().toLowerCase();
  return BY_WORD.get(wanted) ?? BY_WORD.get(wanted.replace(/s$/, "")) ?? null;
}

/** Returns whether a heading that is this word only should explain it. */
export function needsExplaining(word: string): boolean {
  return findTerm(word) !== null && !PLAIN.has(word.trim().toLowerCase().replace(/s$/, ""));
}

/** Reads lines such as "- **Interval** (`interval`): The range … [More](scoring.md#interval)". */
export function parseGlossary(markdown: string): GlossaryTerm[] {
  return markdown.split("\n").flatMap((line) => {
    const [, named = "", text = ""] = /^- (\*\*[^:]*): (.+)$/.exec(line) ?? [];
    const names = [...named.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name);
    const [first] = names;
    if (first === undefined) return [];
    const [, inBrackets = ""] = /\(([^)]*)\)/.exec(named) ?? [];
    const aliases = inBrackets.split(",").map((alias) => alias.replaceAll("`", "").trim().toLowerCase());
    const [, document, anchor = ""] = /\[[^\]]+\]\(([\w-]+)\.md(#[\w-]+)?\)$/.exec(text) ?? [];
    return [
      {
        name: names.join(", "),
        aliases: aliases.filter((alias) => alias !== ""),
        meaning: plainText(text),
        address: document === undefined ? `/docs/glossary#${slugOf(first)}` : `/docs/${document}${anchor}`,
      },
    ];
  });
}

function wordsOf(name: string): string[] {
  return name.split(", ").map((word) => word.toLowerCase());
}

/** Without the link at the end, and without marks. */
function plainText(text: string): string {
  return text
    .replace(/ ?\[More\]\([^)]+\)$/, "")
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll("**", "")
    .replaceAll("`", "");
}
