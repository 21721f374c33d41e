/** The labels of a session, each with a link to the sessions that have it; nothing where it has none. */
import { addressWithLabels } from "../../address/labels.ts";
import { To } from "../../parts/links.tsx";
import { sayLabel } from "../../words/labels.ts";

export function SessionLabels({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <>
      {" "}
      {labels.map((label, index) => (
        <span key={label}>
          {index > 0 && ", "}
          <To href={addressWithLabels("/sessions", [label])}>{sayLabel(label)}</To>
        </span>
      ))}
      .
    </>
  );
}
