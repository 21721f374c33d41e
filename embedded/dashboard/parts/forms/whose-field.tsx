/** Chooses a developer in a form, or everybody. */
import { useDevelopers } from "../../api/developers.ts";
import { Combobox } from "../combobox/combobox.tsx";
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
        <Combobox
          id={id}
          label={name}
          among={developers}
          all={everybody}
          chosen={value === "" ? null : value}
          // who is not listed (yet) stays chosen until somebody else is
          unlisted="Who was chosen before"
          choose={(developer) => change(developer ?? "")}
        />
      )}
    </Field>
  );
}
