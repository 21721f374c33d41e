/** A plain question before something that cannot be undone. */
import { type ReactNode, useId } from "react";
import { useModal } from "./use-modal.ts";
import { ProblemLine } from "./problem-line.tsx";

export interface QuestionProps {
  /** The question, whole. */
  title: string;
  /** What the button does: "Revoke the key". */
  verb: string;
  /** While it is done: "Revoking…"; null: it is not begun. */
  doing: string | null;
  /** Why it failed. */
  problem: Error | null;
  /** What has to be done first, so that the button works; absent: nothing. */
  isReady?: boolean;
  agree(): void;
  close(): void;
  /** What will happen. */
  children: ReactNode;
}

export function Question(props: QuestionProps) {
  const { title, verb, doing, problem, isReady = true, agree, close, children } = props;
  const { dialog, leave } = useModal(close);
  const titleId = useId();
  return (
    <dialog ref={dialog} className="question" aria-labelledby={titleId} onCancel={leave}>
      <h2 id={titleId}>{title}</h2>
      <div className="question-text">{children}</div>
      <ProblemLine problem={problem} />
      <p className="question-answers">
        <button type="button" className="button" onClick={leave}>
          Cancel
        </button>
        <button type="button" className="button danger" disabled={doing !== null || !isReady} onClick={agree}>
          {doing ?? verb}
        </button>
      </p>
    </dialog>
  );
}
