/** A field of a form in which one thing of a list is chosen. */
import { Field, type FieldProps } from "./field.tsx";

/** One thing to choose. */
export interface Choice<Value extends string> {
  value: Value;
  text: string;
}

export interface ChoiceFieldProps<Value extends string> extends Omit<FieldProps, "children"> {
  choices: readonly Choice<Value>[];
  chosen: Value;
  choose(value: NoInfer<Value>): void;
  disabled?: boolean;
}

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { name, note, choices, chosen, choose, disabled = false } = props;
  const chooseNamed = (named: string): void => {
    const choice = choices.find(({ value }) => value === named);
    if (choice !== undefined) choose(choice.value);
  };
  return (
    <Field name={name} note={note}>
      {(id) => (
        <select
          id={id}
          className="select wide"
          value={chosen}
          disabled={disabled}
          onChange={(event) => chooseNamed(event.target.value)}
        >
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
