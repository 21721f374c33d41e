/** Where the report of a schedule is sent. */
import { Field } from "../../parts/forms/field.tsx";
import type { DraftProps } from "./timing-fields.tsx";

export function DestinationFields({ draft, change }: DraftProps) {
  return (
    <>
      <Field
        name="Slack channels"
        note="Their ids, separated by commas: in Slack, at the end of a channel’s details. Left empty, the report is only kept."
      >
        {(id) => (
          <input
            id={id}
            className="input mono"
            placeholder="C0123456789"
            value={draft.channels}
            onChange={(event) => change({ channels: event.target.value })}
          />
        )}
      </Field>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.toWebhook}
          onChange={(event) => change({ toWebhook: event.target.checked })}
        />
        <span>Send to the webhook address of the settings</span>
      </label>
    </>
  );
}
