/** When a schedule runs: how often, in which zone, and the times that come of them, as one types. */
import { useEffect, useState } from "react";
import { Field } from "../../parts/forms/field.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
import { Shape } from "../../parts/shape.tsx";
import { formatMomentIn } from "../../words/zoned-times.ts";
import { useFirings } from "./fetch-schedules.ts";
import { RhythmFields } from "./rhythm-fields.tsx";
import { cronOf, rhythmOf } from "./rhythm.ts";
import type { Draft } from "./schedules-data.ts";

export interface DraftProps {
  draft: Draft;
  change(changes: Partial<Draft>): void;
}

/** How long after the last key the server is asked. */
const PAUSE_MS = 250;

export function TimingFields({ draft, change }: DraftProps) {
  const { cron, timezone } = draft;
  const rhythm = rhythmOf(cron);
  return (
    <>
      <RhythmFields rhythm={rhythm} choose={(chosen) => change({ cron: cronOf(chosen) })} />
      <ZoneField value={timezone} change={(zone) => change({ timezone: zone })} />
      <details className="advanced" open={rhythm === null || undefined}>
        <summary>Advanced: a cron expression</summary>
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
      </details>
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
