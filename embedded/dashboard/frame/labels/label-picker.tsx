/** Filters what a page shows by labels; nothing where no session has one. */
import { useLocation, useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { addressWithLabels, isFiltered, isOfAllWork, labelsIn } from "../../address/labels.ts";
import { LabelChoice } from "../../parts/forms/label-choice.tsx";

export function LabelPicker() {
  const [path] = useLocation();
  const chosen = labelsIn(useSearch());
  return isFiltered(path) && <LabelChoice chosen={chosen} choose={show} />;
}

/** Says on pages about all work that the labels of the address do not filter it. */
export function LabelsLeftOut() {
  const [path] = useLocation();
  const chosen = labelsIn(useSearch());
  return (
    chosen.length > 0 && isOfAllWork(path) && <span className="asof">all work: labels do not filter it</span>
  );
}

/** Not by a link: links keep the labels that there are. Lists begin anew. */
function show(labels: readonly string[]): void {
  const url = new URL(location.href);
  url.searchParams.delete("page");
  navigate(addressWithLabels(url.pathname + url.search, labels), { replace: true });
}
