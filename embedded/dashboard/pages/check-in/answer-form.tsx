/** Five answers and a line of words, kept for this week. */
import { type FormEvent, useState } from "react";
import { Field } from "../../parts/forms/field.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { Segments } from "../../parts/segments.tsx";
import { Word } from "../../parts/shape.tsx";
import { ANSWERS, nameAnswer, type WeekRow } from "./check-in-data.ts";
import { useAnswer } from "./fetch-check-in.ts";

export function AnswerForm({ row }: { row: WeekRow | undefined }) {
  const [score, choose] = useState(row?.mine ?? null);
  const [comment, type] = useState(row?.comment ?? "");
  const answer = useAnswer();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const words = comment.trim();
    if (score !== null) answer.mutate({ score, comment: words === "" ? null : words });
  };
  return (
    <form className="form" onSubmit={submit}>
      <div className="field">
        <Segments<number>
          label="How content, of 5"
          choices={ANSWERS}
          chosen={score}
          choose={(value) => choose(value)}
        />
        <p className="note">{score === null ? "1 is not at all, 5 is very." : nameAnswer(score)}</p>
      </div>
      <Field name="Why, if you like" note="Secrets in it are redacted.">
        {(id) => (
          <textarea
            id={id}
            className="input"
            rows={3}
            maxLength={1000}
            value={comment}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      <ProblemLine problem={answer.error} />
      <button type="submit" className="button primary" disabled={score === null || answer.isPending}>
        {answer.isPending ? "Saving…" : "Answer"}
      </button>
      <div role="status">
        {answer.isSuccess && (
          <Word shape="tick" tone="good">
            Saved; you can change it until Sunday
          </Word>
        )}
      </div>
    </form>
  );
}
