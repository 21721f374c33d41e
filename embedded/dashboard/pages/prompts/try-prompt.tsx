/** Has a prompt judged that nobody sent; nothing of it is stored. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { Facts } from "../../parts/facts.tsx";
import { Field } from "../../parts/forms/field.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { Cell } from "../../parts/layout.tsx";
import { formatScore } from "../../words/numbers.ts";
import { DIMENSION_WORDS, DIMENSIONS, gradeName } from "../../words/rubric.ts";

function useTry() {
  return useMutation({
    mutationFn: (text: string) => ask(api.scoring["prompt-rubric"].score.post({ prompt_text: text })),
  });
}

type Tried = NonNullable<ReturnType<typeof useTry>["data"]>;

export function TryPrompt() {
  const [text, write] = useState("");
  const tried = useTry();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    tried.mutate(text);
  };
  return (
    <Cell span={6} title="Try a prompt" more="judged by the judge model, and not stored">
      <form onSubmit={submit}>
        <Field name="Prompt">
          {(id) => (
            <textarea
              id={id}
              className="input try-text"
              rows={3}
              value={text}
              onChange={(event) => write(event.target.value)}
            />
          )}
        </Field>
        <p className="actions">
          <button type="submit" className="button" disabled={tried.isPending || text.trim() === ""}>
            {tried.isPending ? "Asking the model…" : "Judge it"}
          </button>
        </p>
      </form>
      <ProblemLine problem={tried.error} />
      <div role="status">{tried.data !== undefined && <Outcome tried={tried.data} />}</div>
    </Cell>
  );
}

function Outcome({ tried: { rubric, rubricScore, grade, intent } }: { tried: Tried }) {
  if (rubric === undefined || rubricScore === undefined || grade === undefined)
    return <p>It asks for no work ({intent.replaceAll("_", " ")}), so it gets no grade.</p>;
  return (
    <>
      <p className="try-score">
        <b>
          {formatScore(rubricScore)} of 100, grade {gradeName(grade)}
        </b>
      </p>
      <Facts
        facts={DIMENSIONS.map((name) => [DIMENSION_WORDS[name].name, formatScore(rubric[name])] as const)}
      />
    </>
  );
}
