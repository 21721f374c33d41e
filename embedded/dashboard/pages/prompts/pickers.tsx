/** Chooses the order of the prompts and which of them are listed; both stand in the address. */
import { useParameter } from "../../address/range.ts";
import { Segments } from "../../parts/segments.tsx";
import { STATUS_WORDS } from "../../words/rubric.ts";
import type { PromptOrder } from "./fetch-prompts.ts";
import { orderIn, statusIn, STATUSES } from "./prompts-data.ts";

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

export function StatusPicker() {
  const [asked, choose] = useParameter("status");
  return (
    <select
      className="select"
      aria-label="Status"
      value={statusIn(asked) ?? ""}
      onChange={(event) => choose(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">Every status</option>
      {STATUSES.map((status) => (
        <option key={status} value={status}>
          {STATUS_WORDS[status]}
        </option>
      ))}
    </select>
  );
}
