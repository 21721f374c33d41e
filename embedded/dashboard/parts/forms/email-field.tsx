/** Whom a message goes to by e-mail, and what has to be set before anything arrives. */
import { useEmail } from "../../api/email.ts";
import { TextField } from "./text-field.tsx";

export interface EmailFieldProps {
  /** Addresses, separated by commas or blanks. */
  value: string;
  change(value: string): void;
}

export function EmailField({ value, change }: EmailFieldProps) {
  const problem = useEmail().data?.problem ?? null;
  return (
    <div>
      <TextField
        name="E-mail"
        note="Addresses, separated by commas. They get one message and see each other."
        autoComplete="off"
        placeholder="team@example.com"
        value={value}
        change={change}
      />
      {problem !== null && value.trim() !== "" && <p className="note">{problem}</p>}
    </div>
  );
}
