/** What a person says of how a task ended, and where they say it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useParameter } from "../../address/range.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { Field } from "../../parts/forms/field.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { Segments } from "../../parts/segments.tsx";
import { Word } from "../../parts/shape.tsx";
import type { SubSession } from "./fetch-session.ts";
import type { OpenSession } from "./open-session.ts";

type Said = NonNullable<SubSession["said"]>;

const CHOICES = [
  { value: "reached", text: "Reached" },
  { value: "partly", text: "Partly" },
  { value: "abandoned", text: "Abandoned" },
] as const;

/** The word of a task's developer or an admin, next to what was measured. */
export function SaidWord({ said }: { said: SubSession["said"] }) {
  if (said === null) return null;
  return (
    <span className="quiet nowrap" title={said.note ?? undefined}>
      {" "}
      said: {said.outcome}
    </span>
  );
}

/** Asks how the chosen task ended, where the caller may say it. */
export function SaidOutcomeCell({ open }: { open: OpenSession }) {
  const [part] = useParameter("part");
  const chosen = open.subSessions.find(({ index }) => String(index + 1) === part) ?? onlyOne(open);
  if (chosen === undefined || !open.mayChange) return null;
  return <SaidOutcomeForm key={chosen.id} subSession={chosen} sessionId={open.session.sessionId} />;
}

function onlyOne({ subSessions }: OpenSession): SubSession | undefined {
  return subSessions.length === 1 ? subSessions[0] : undefined;
}

function SaidOutcomeForm({ subSession, sessionId }: { subSession: SubSession; sessionId: string }) {
  const { said, index } = subSession;
  const { outcome, choose, note, type, say, takeBack, word } = useForm(subSession, sessionId);
  return (
    <form className="form said-outcome" onSubmit={say}>
      <h3>How did task {index + 1} end?</h3>
      <Segments<Said["outcome"]>
        label={`How task ${index + 1} ended`}
        choices={CHOICES}
        chosen={outcome}
        choose={choose}
      />
      <Field name="Why, if you like" note="Secrets in it are redacted. No score uses your word.">
        {(id) => (
          <input
            id={id}
            className="input"
            maxLength={1000}
            value={note}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      <ProblemLine problem={word.error} />
      <p>
        <button type="submit" className="button primary" disabled={outcome === null || word.isPending}>
          {word.isPending ? "Saving…" : "Save"}
        </button>{" "}
        {said !== null && <TakeBack isPending={word.isPending} takeBack={takeBack} />}
      </p>
      <div role="status">
        {word.isSuccess && (
          <Word shape="tick" tone="good">
            {word.variables.outcome === null ? "Taken back" : "Saved"}
          </Word>
        )}
      </div>
    </form>
  );
}

function useForm({ id, said }: SubSession, sessionId: string) {
  const [outcome, choose] = useState<Said["outcome"] | null>(said?.outcome ?? null);
  const [note, type] = useState(said?.note ?? "");
  const word = useSayOutcome(sessionId);
  const say = (event: FormEvent): void => {
    event.preventDefault();
    if (outcome !== null) word.mutate({ id, outcome, note: note.trim() || null });
  };
  const takeBack = (): void => {
    choose(null);
    type("");
    word.mutate({ id, outcome: null, note: null });
  };
  return { outcome, choose, note, type, say, takeBack, word };
}

function TakeBack({ isPending, takeBack }: { isPending: boolean; takeBack(): void }) {
  return (
    <button type="button" className="button" disabled={isPending} onClick={takeBack}>
      Take it back
    </button>
  );
}

/** A person's word on one task; null takes it back. */
interface OutcomeWordSaid {
  id: string;
  outcome: Said["outcome"] | null;
  note: string | null;
}

function useSayOutcome(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, outcome, note }: OutcomeWordSaid) =>
      ask(api.scoring["sub-sessions"]({ id }).outcome.post({ outcome, note })),
    onSuccess: () => client.invalidateQueries({ queryKey: ["timeline", sessionId] }),
  });
}
