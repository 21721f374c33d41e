/** How often a schedule runs, on which day and at what time. */
import { ChoiceField } from "../../parts/forms/choice-field.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
import { type Rhythm, WEEKDAYS } from "./rhythm.ts";

export interface RhythmFieldsProps {
  /** null: an expression that has no such words. */
  rhythm: Rhythm | null;
  choose(rhythm: Rhythm): void;
}

const USUAL_TIME = "08:00";

export function RhythmFields({ rhythm, choose }: RhythmFieldsProps) {
  const time = rhythm?.time ?? USUAL_TIME;
  return (
    <>
      <ChoiceField
        name="How often"
        choices={rhythm === null ? [...KINDS, { value: "", text: "As the cron expression says" }] : KINDS}
        chosen={rhythm?.kind ?? ""}
        choose={(kind) => {
          if (kind !== "") choose(newRhythm(kind, time));
        }}
      />
      {rhythm !== null && <DayField rhythm={rhythm} choose={choose} />}
      {rhythm !== null && (
        <TextField
          name="At"
          type="time"
          required
          value={rhythm.time}
          change={(at) => {
            if (at !== "") choose({ ...rhythm, time: at });
          }}
        />
      )}
    </>
  );
}

function DayField({ rhythm, choose }: { rhythm: Rhythm; choose(rhythm: Rhythm): void }) {
  return (
    <>
      {rhythm.kind === "weekly" && (
        <ChoiceField
          name="On"
          choices={WEEKDAYS.map((name, index) => ({ value: String(index + 1), text: name }))}
          chosen={String(rhythm.weekday)}
          choose={(weekday) => choose({ ...rhythm, weekday: Number(weekday) })}
        />
      )}
      {rhythm.kind === "monthly" && (
        <TextField
          name="On day"
          note="A month that is shorter is left out."
          type="number"
          min={1}
          max={31}
          required
          value={String(rhythm.day)}
          change={(day) => choose({ ...rhythm, day: Number(day) })}
        />
      )}
    </>
  );
}

const KINDS: readonly { value: Rhythm["kind"] | ""; text: string }[] = [
  { value: "weekly", text: "Every week" },
  { value: "working_days", text: "Every working day" },
  { value: "daily", text: "Every day" },
  { value: "monthly", text: "Every month" },
];

function newRhythm(kind: Rhythm["kind"], time: string): Rhythm {
  switch (kind) {
    case "weekly":
      return { kind, time, weekday: 1 };
    case "monthly":
      return { kind, time, day: 1 };
    case "daily":
    case "working_days":
      return { kind, time };
  }
}
