/** When a schedule runs: an expression, a zone, and the times that come of them, as one types. */
import { useEffect, useState } from "react";
import { ChoiceField } from "../../parts/forms/choice-field.tsx";
import { Field } from "../../parts/forms/field.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
import { Shape } from "../../parts/shape.tsx";
import { formatMomentIn } from "../../words/zoned-times.ts";
import { useFirings } from "./fetch-schedules.ts";
import { type Draft, USUAL_TIMES } from "./schedules-data.ts";

export interface DraftProps {
  draft: Draft;
  change(changes: Partial<Draft>): void;
}

/** How long after the last key the server is asked. */
const PAUSE_MS = 250;

export function TimingFields({ draft, change }: DraftProps) {
  const { cron, timezone } = draft;
  const usual = USUAL_TIMES.find((time) => time.cron === cron)?.cron ?? "";
  return (
    <>
      <ChoiceField
        name="How often"
        choices={[
          ...USUAL_TIMES.map((time) => ({ value: time.cron, text: time.text })),
          { value: "", text: "Custom" },
        ]}
        chosen={usual}
        choose={(chosen) => change({ cron: chosen })}
      />
      <TextField
        name="Cron expression"
        note="Minute, hour, day of month, month, day of week."
        font="code"
        required
        maxLength={100}
        placeholder="0 8 * * 1"
        value={cron}
        change={(expression) => change({ cron: expression })}
      />
      <ZoneField value={timezone} change={(zone) => change({ timezone: zone })} />
      <NextFirings cron={cron} timezone={timezone} />
    </>
  );
}

function ZoneField({ value, change }: { value: string; change(timezone: string): void }) {
  return (
    <Field name="Time zone">
      {(id) => (
        <>
          <input
            id={id}
            className="input"
            required
            maxLength={100}
            placeholder="Europe/Berlin"
            list="time-zones"
            value={value}
            onChange={(event) => change(event.target.value)}
          />
          <datalist id="time-zones">
            {Intl.supportedValuesOf("timeZone").map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function NextFirings(typed: { cron: string; timezone: string }) {
  const { data } = useFirings(useSettled(typed));
  const problem = data?.problem ?? null;
  return (
    <div className="firings" aria-live="polite">
      {problem !== null && (
        <p className="field-error">
          <Shape name="cross" />
          <span>{problem.message}</span>
        </p>
      )}
      {data !== undefined && problem === null && (
        <>
          <p className="note">The next runs would be</p>
          <ul>
            {data.firings.map((at) => (
              <li key={at}>{formatMomentIn(at, typed.timezone)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Returns what was typed last, once there is a pause. */
function useSettled({ cron, timezone }: { cron: string; timezone: string }) {
  const [settled, settle] = useState({ cron, timezone });
  useEffect(() => {
    const timer = setTimeout(() => settle({ cron, timezone }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [cron, timezone]);
  return settled;
}
