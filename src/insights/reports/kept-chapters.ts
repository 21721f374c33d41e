/** What is kept of a report, as values. */
import type { Chapter } from "../../../embedded/dashboard/report/document.ts";
import type { KeptContent, KeptStep } from "./chapters-table.ts";
import { CHAPTER_NAMES, type ChapterName, CHAPTERS, type Chapters, type Narrative } from "./report.ts";

type Kept = ReadonlyMap<KeptStep, KeptContent>;

/** Returns the chapters that are kept, without those of another version that do not fit the schema. */
export function chaptersIn(kept: Kept): Partial<Chapters> {
  const found = CHAPTER_NAMES.flatMap((name): [ChapterName, unknown][] => {
    const step = kept.get(name);
    if (step === undefined) return [];
    const content: unknown = JSON.parse(step.content);
    const fits = !step.isOfAnotherVersion || CHAPTERS.shape[name].safeParse(content).success;
    return fits ? [[name, content]] : [];
  });
  // each was made by this version, or fits its schema
  return Object.fromEntries(found) as Partial<Chapters>;
}

/** What a completed report has whichever version of the program made it. */
export interface Completed {
  narrative: Narrative;
  /** What the report said when it was completed. */
  said: Chapter[];
}

/** Returns what is kept of a completed report. */
export function completedIn(kept: Kept): Completed {
  const [narrative, said] = (["narrative", "document"] as const).map((step): unknown => {
    const content = kept.get(step)?.content;
    if (content === undefined) throw new Error(`BUG: a completed report has no ${step}`);
    return JSON.parse(content);
  });
  // as they were kept when the report was completed
  return { narrative, said } as Completed;
}
