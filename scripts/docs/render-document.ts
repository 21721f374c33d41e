/** Renders a document of docs/ as HTML for /docs: the same text, with links that lead to pages of this server. */
import { Marked, type Token, type Tokens } from "marked";
import { slugOf } from "../../embedded/dashboard/words/slug.ts";

/** What a document is rendered with. */
export interface Around {
  /** The documents at /docs, by the names of their files without the ending. */
  documents: ReadonlySet<string>;
  /** Other files at /docs, by their paths in docs/. */
  attached: ReadonlySet<string>;
  /** The addresses of pictures, by their paths in docs/. */
  pictures: ReadonlyMap<string, string>;
}

/** A rendered document. */
export interface Rendered {
  html: string;
  /** Its headings of the second rank, in order. */
  headings: readonly { id: string; text: string }[];
}

/**
 * Renders a document.
 *
 * @param markdown - the text of the file
 * @returns HTML without scripts and styles. Links to files that the server does not show become plain text.
 */
export function renderDocument(markdown: string, around: Around): Rendered {
  const headings: { id: string; text: string }[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = textOf(tokens);
        const id = slugOf(text);
        if (depth === 2) headings.push({ id, text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = addressOf(href, around);
        return address === null ? text : `<a href="${address}">${text}</a>`;
      },
      listitem(token) {
        const term = termOf(token);
        const id = term === null ? "" : ` id="${slugOf(term)}"`;
        return `<li${id}>${this.parser.parse(token.tokens)}</li>\n`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
    },
  });
  const html = marked
    .parse(markdown.replace(/<!--[^]*?-->/g, ""), { async: false })
    .replaceAll("<table>", '<div class="wide" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replace(/images\/[\w.-]+/g, (path) => around.pictures.get(path) ?? path);
  return { html, headings };
}

/** Returns null for a file that is not shown. */
function addressOf(href: string, { documents, attached }: Around): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = "", part] = href.split("#");
  const anchor = part === undefined ? "" : `#${part}`;
  const stem = path.replace(/\.md$/, "");
  if (documents.has(stem)) return `/docs/${stem}${anchor}`;
  return attached.has(path) ? `/docs/${path}` : null;
}

/** The word that an item of a list explains: `- **Turn**: …`, or `- **Key** (token): …`. */
function termOf({ text }: Tokens.ListItem): string | null {
  return /^\*\*([^*]+)\*\*[^:]*:/.exec(text)?.[1] ?? null;
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      "tokens" in token && token.tokens !== undefined
        ? textOf(token.tokens)
        : "text" in token
          ? String(token["text"])
          : "",
    )
    .join("");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
