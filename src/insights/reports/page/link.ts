/** Words that lead to a page of the dashboard, where it can be reached. */
import type { Words } from "../../../../embedded/dashboard/report/document.ts";
import { html, type Content } from "./html.ts";

/** Writes words, as a link where they have a page. */
export type WriteLink = (words: Words) => Content;

/** @param dashboard - Where the dashboard is; null where that is not known: then nothing is a link. */
export function linksTo(dashboard: string | null): WriteLink {
  return (words) => {
    if (typeof words === "string") return words;
    if (dashboard === null) return words.text;
    return html`<a href="${dashboard + words.page}">${words.text}</a>`;
  };
}
