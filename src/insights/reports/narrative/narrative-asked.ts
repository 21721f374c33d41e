/** A narrative that the judge model is asked for: nothing waits for it, and whatever comes of it is an answer. */
import type { Judge } from "../../../judge/question.ts";
import { isTimeout } from "../../../judge/timeout.ts";
import type { Redactor } from "../../../privacy/redactor.ts";
import { MINUTE, type Milliseconds } from "../../../vocabulary/units.ts";
import { cleanText } from "../../advisor/model/one-line.ts";
import type { Chapters, Narrative } from "../report.ts";
import type { ReportRow } from "../reports-table.ts";
import { leftOut } from "./left-out.ts";
import { narrativeQuestion, type NarrativeAnswer, writtenFrom } from "./narrative-question.ts";
import { type NamedNumbers, namedNumbers } from "./named-numbers.ts";

/** What asking works with. */
export interface NarrativeParts {
  judge: Judge;
  redactor: Pick<Redactor, "text">;
}

/** A report is worth more than its words: past this it is completed without them. */
const PATIENCE_MS: Milliseconds = 3 * MINUTE;

interface UnderWay {
  report: ReportRow;
  /** null until it has come. */
  narrative: Narrative | null;
  /** What broke; null when nothing did. */
  broken: { cause: unknown } | null;
  arrival: Promise<void>;
  givenUp: AbortController;
}

/** At most one at a time. */
export class NarrativeAsked {
  private underWay: UnderWay | null = null;

  constructor(private readonly parts: NarrativeParts) {}

  /** The report that is written about; null for none. */
  get report(): ReportRow | null {
    return this.underWay?.report ?? null;
  }

  /** Settled when the words have come, or will not; null while nothing is asked. */
  get arrival(): Promise<void> | null {
    return this.underWay?.arrival ?? null;
  }

  /**
   * Asks.
   *
   * @param report - A report all of whose chapters are done, while nothing is asked.
   */
  begin(report: ReportRow, chapters: Chapters, stopping: AbortSignal): void {
    const about = { from: report.from_ms, to: report.to_ms, developer: report.developer };
    const numbers = namedNumbers(chapters, about);
    const givenUp = new AbortController();
    const signal = AbortSignal.any([stopping, givenUp.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const underWay: UnderWay = { report, narrative: null, broken: null, arrival: Promise.resolve(), givenUp };
    underWay.arrival = this.ask(report, numbers, signal).then(
      (narrative) => void (underWay.narrative = narrative),
      (cause: unknown) => {
        // the patience for this narrative is over, not the program
        if (isTimeout(cause)) underWay.narrative = leftOut({ kind: "timed_out" });
        else underWay.broken = { cause };
      },
    );
    this.underWay = underWay;
  }

  /** Gives up what is asked: nobody wants it any more. */
  giveUp(): void {
    this.underWay?.givenUp.abort();
    this.underWay = null;
  }

  /**
   * Returns what came, once; null while there is nothing.
   *
   * @throws An exception when asking broke.
   */
  take(): { report: ReportRow; narrative: Narrative } | null {
    const underWay = this.underWay;
    if (underWay === null || (underWay.narrative === null && underWay.broken === null)) return null;
    this.underWay = null;
    const { report, narrative, broken } = underWay;
    if (narrative !== null) return { report, narrative };
    throw new Error("asking the judge model about a report", { cause: broken?.cause });
  }

  private async ask(
    { organization }: ReportRow,
    numbers: NamedNumbers,
    signal: AbortSignal,
  ): Promise<Narrative> {
    const reply = await this.parts.judge.ask(narrativeQuestion(organization, numbers), signal);
    if (!reply.ok) return leftOut(reply.problem);
    const { answer, model } = reply.value;
    const written = writtenFrom(this.cleaned(answer), numbers);
    return written === null ? leftOut({ kind: "unfit_answer" }) : { kind: "written", model, ...written };
  }

  private cleaned(answer: NarrativeAnswer): NarrativeAnswer {
    const { redactor } = this.parts;
    const texts = Object.entries(answer).map(([name, text]) => [name, cleanText(redactor, text)]);
    return Object.fromEntries(texts) as NarrativeAnswer;
  }
}
