/** What a person is called and may do, in the forms for a new account and for one that there is. */
import { TextField } from "../../../parts/forms/text-field.tsx";
import { type Role, ROLES } from "../roles.ts";
import type { AccountDraft } from "./accounts-data.ts";
import { LeadLabels } from "./lead-labels.tsx";

export interface AccountFieldsProps {
  draft: AccountDraft;
  change(changes: Partial<AccountDraft>): void;
  /** Why the role stays as it is; null where it can be changed. */
  roleStays?: string | null;
}

export function AccountFields({ draft, change, roleStays = null }: AccountFieldsProps) {
  return (
    <>
      <TextField
        name="Name"
        note="Lists show it; without one they show the e-mail."
        maxLength={200}
        autoComplete="off"
        value={draft.name}
        change={(name) => change({ name })}
      />
      <RoleField chosen={draft.role} choose={(role) => change({ role })} stays={roleStays} />
      {draft.role === "lead" && <LeadLabels draft={draft} change={change} />}
    </>
  );
}

interface RoleFieldProps {
  chosen: Role;
  choose(role: Role): void;
  stays: string | null;
}

function RoleField({ chosen, choose, stays }: RoleFieldProps) {
  return (
    <fieldset className="roles">
      <legend>Role</legend>
      {ROLES.map(({ value, name, may }) => (
        <label className="check" key={value}>
          <input
            type="radio"
            name="role"
            value={value}
            checked={value === chosen}
            disabled={stays !== null}
            onChange={() => choose(value)}
          />
          <span>
            {name}
            <span className="note">{may}</span>
          </span>
        </label>
      ))}
      {stays !== null && <p className="note">{stays}</p>}
    </fieldset>
  );
}
