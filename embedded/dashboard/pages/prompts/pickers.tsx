/** Chooses the order of the prompts and which of them are listed; all of it is in the address. */
import { useParameter } from "../../address/range.ts";
import type { PromptStatus } from "../../../../src/rubric/prompts/marked-prompts.ts";
import { Segments } from "../../parts/segments.tsx";
import { STATUS_WORDS } from "../../words/rubric.ts";
import type { PromptOrder } from "./fetch-prompts.ts";
import { intentIn, INTENTS, orderIn, STATUSES } from "./prompts-data.ts";

const ORDERS = [
  { value: "newest", text: "Newest" },
  { value: "worst", text: "Weakest" },
  { value: "best", text: "Strongest" },
] as const;

export function OrderPicker() {
  const [asked, change] = useParameter("order");
  return (
    <Segments<PromptOrder>
      label="Order"
      choices={ORDERS}
      chosen={orderIn(asked)}
      choose={(order) => change(order === "newest" ? null : order)}
    />
  );
}

export function StatusPicker({ chosen }: { chosen: PromptStatus | null }) {
  const [, choose] = useParameter("status");
  return (
    <Choice
      label="Status"
      all="Every status"
      chosen={chosen}
      choices={STATUSES.map((status) => [status, STATUS_WORDS[status]])}
      choose={(status) => choose(status ?? "every")}
    />
  );
}

export function IntentPicker() {
  const [asked, choose] = useParameter("intent");
  return (
    <Choice
      label="Intent"
      all="Every intent"
      chosen={intentIn(asked)}
      choices={INTENTS.map((intent) => [intent, intent.replaceAll("_", " ")])}
      choose={choose}
    />
  );
}

interface ChoiceProps {
  label: string;
  /** What no choice is called. */
  all: string;
  chosen: string | null;
  choices: readonly (readonly [value: string, text: string])[];
  choose(value: string | null): void;
}

function Choice({ label, all, chosen, choices, choose }: ChoiceProps) {
  return (
    <select
      className="select"
      aria-label={label}
      value={chosen ?? ""}
      onChange={(event) => choose(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">{all}</option>
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
