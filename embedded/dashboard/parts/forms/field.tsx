/** One field of a form: its name, the control, and what to put there. */
import { type ReactNode, useId } from "react";

export interface FieldProps {
  name: string;
  note?: ReactNode;
  /** The control; it takes the id. */
  children(id: string): ReactNode;
}

export function Field({ name, note, children }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      {children(id)}
      {note !== undefined && <p className="note">{note}</p>}
    </div>
  );
}
