/** A field of a form with one line of text, or a number. */
import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

/** Attributes of the input itself: `required`, `type`, `placeholder`. */
type InputProps = Omit<
  ComponentProps<"input">,
  "id" | "className" | "name" | "value" | "onChange" | "children"
>;

export interface TextFieldProps extends Omit<FieldProps, "children">, InputProps {
  value: string;
  change(value: string): void;
  /** `code` is set in a font whose letters are all of one width. */
  font?: "code";
}

export function TextField({ name, note, value, change, font, ...input }: TextFieldProps) {
  return (
    <Field name={name} note={note}>
      {(id) => (
        <input
          {...input}
          id={id}
          className={font === "code" ? "input mono" : "input"}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
