/** Chooses a developer in a form, or everybody. */
import { useDevelopers } from "../../api/developers.ts";
import { Field } from "./field.tsx";

export interface WhoseFieldProps {
  name: string;
  /** What the choice of nobody in particular is called. */
  everybody: string;
  /** A developer's id; "" for everybody. */
  value: string;
  change(value: string): void;
}

export function WhoseField({ name, everybody, value, change }: WhoseFieldProps) {
  const developers = useDevelopers().data ?? [];
  return (
    <Field name={name}>
      {(id) => (
        <select
          id={id}
          className="select wide"
          value={value}
          onChange={(event) => change(event.target.value)}
        >
          <option value="">{everybody}</option>
          {developers.map(({ id: developer, name: called }) => (
            <option key={developer} value={developer}>
              {called}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
