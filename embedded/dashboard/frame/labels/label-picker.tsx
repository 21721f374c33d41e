/** Filters what a page shows by labels; nothing where no session has one. */
import { useLocation, useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { addressWithLabels, isFiltered, labelsIn } from "../../address/labels.ts";
import { useLabels } from "../../api/labels.ts";
import { Icon } from "../../parts/icon.tsx";
import { PeopleBox } from "../../parts/people-box/people-box.tsx";
import { labelName, sayLabel } from "../../words/labels.ts";

export function LabelPicker() {
  const [path] = useLocation();
  const chosen = labelsIn(useSearch());
  const labels = useLabels().data ?? [];
  if (!isFiltered(path) || (labels.length === 0 && chosen.length === 0)) return null;
  const options = labels.flatMap(({ name, values }) =>
    values.map(({ value }) => ({
      id: `${name}:${value}`,
      name: `${labelName(name)}: ${value}`,
      email: null,
    })),
  );
  return (
    <>
      {chosen.map((label) => (
        <button
          key={label}
          type="button"
          className="button chosen label-chip"
          aria-label={`Remove ${sayLabel(label)}`}
          title={sayLabel(label)}
          onClick={() => show(chosen.filter((other) => other !== label))}
        >
          <span>{sayLabel(label)}</span>
          <Icon name="close" />
        </button>
      ))}
      <PeopleBox
        label="Labels"
        people={options.filter(({ id }) => !chosen.includes(id))}
        everybody={chosen.length === 0 ? "All teams and repositories" : "One more label"}
        none="No label has this name."
        chosen={null}
        choose={(label) => {
          if (label !== null) show([...chosen, label]);
        }}
      />
    </>
  );
}

/** Not by a link: links keep the labels that there are. Lists begin anew. */
function show(labels: readonly string[]): void {
  const url = new URL(location.href);
  url.searchParams.delete("page");
  navigate(addressWithLabels(url.pathname + url.search, labels), { replace: true });
}
