/** What a report says around its chapters: its title, what it is about, and what the judge model wrote. */
import { formatDate, formatDay, formatMoment, formatZonedMoment } from "../words/times.ts";
import type { Chapter, Fact, Narrated, Reported } from "./document.ts";

type Titled = Pick<Reported<unknown>, "developer" | "labels" | "from" | "to">;

/** "Chiara Conti, 23 Oct to 22 Nov 2026". */
export function titleOf({ developer, labels = [], from, to }: Titled): string {
  const values = labels.map((label) => label.slice(label.indexOf(":") + 1));
  return [developer?.name ?? "Everybody", ...values, sayWindow({ from, to })].join(", ");
}

/** Returns "23 Oct to 22 Nov 2026"; the last day is one that belongs to it. */
function sayWindow({ from, to }: Pick<Titled, "from" | "to">): string {
  const last = Math.max(Date.parse(from), Date.parse(to) - 1);
  return `${formatDay(from)} to ${formatDate(last)}`;
}

/**
 * Returns what the report is about, each fact with its name.
 *
 * @param organization - The organization's name.
 */
export function factsOf(
  { from, to, endedAt, narrative }: Titled & Narrated & { endedAt: string | null },
  organization: string,
): Fact[] {
  return [
    { name: "Organization", value: organization },
    { name: "Time range", value: `${formatMoment(from)} to ${formatZonedMoment(to)}` },
    ...(endedAt === null ? [] : [{ name: "Created", value: formatZonedMoment(endedAt) }]),
    {
      name: "Written summary",
      value: narrative.kind === "written" ? `by ${narrative.model}` : "none: only numbers",
    },
  ];
}

/** Returns a function that puts what the judge model wrote before the numbers that it is about. */
export function withNarrative({ narrative }: Narrated): (chapter: Chapter) => Chapter {
  return (chapter) => {
    if (narrative.kind === "left_out") return chapter;
    const about = narrative.paragraphs.filter((paragraph) => paragraph.chapter === chapter.id);
    const texts = [
      ...(chapter.id === "overview" ? [narrative.summary] : []),
      ...about.map(({ text }) => text),
    ];
    const lines = texts.flatMap((text) => text.split(/\n+/)).filter((line) => line.trim() !== "");
    if (lines.length === 0) return chapter;
    return { ...chapter, blocks: [{ kind: "written", lines, by: narrative.model }, ...chapter.blocks] };
  };
}
