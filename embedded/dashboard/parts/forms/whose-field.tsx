/** Chooses a developer in a form, or everybody. */
import { useDevelopers } from "../../api/developers.ts";
import { ChoiceField } from "./choice-field.tsx";

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
  const listed = developers.map((developer) => ({ value: developer.id, text: developer.name }));
  const isListed = value === "" || listed.some((choice) => choice.value === value);
  // who is not listed (yet) stays chosen until somebody else is
  const choices = isListed ? listed : [...listed, { value, text: "Who was chosen before" }];
  return (
    <ChoiceField
      name={name}
      choices={[{ value: "", text: everybody }, ...choices]}
      chosen={value}
      choose={change}
    />
  );
}
