/** An e-mail, with those of the known developers to choose from. */
import { useDevelopers } from "../../api/developers.ts";
import { Field } from "./field.tsx";

export interface DeveloperEmailFieldProps {
  name: string;
  note: string;
  isRequired?: boolean;
  value: string;
  change(value: string): void;
}

export function DeveloperEmailField(props: DeveloperEmailFieldProps) {
  const { name, note, isRequired = false, value, change } = props;
  const developers = useDevelopers().data ?? [];
  return (
    <Field name={name} note={note}>
      {(id) => (
        <>
          <input
            id={id}
            className="input"
            type="email"
            required={isRequired}
            maxLength={254}
            autoComplete="off"
            placeholder="ada@example.com"
            list={`${id}-developers`}
            value={value}
            onChange={(event) => change(event.target.value)}
          />
          <datalist id={`${id}-developers`}>
            {developers.map(
              (developer) =>
                developer.email !== null && (
                  <option key={developer.id} value={developer.email}>
                    {developer.name}
                  </option>
                ),
            )}
          </datalist>
        </>
      )}
    </Field>
  );
}
