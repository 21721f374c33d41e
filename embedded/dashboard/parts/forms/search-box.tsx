/** Searches a list while somebody types; what is searched for is in the address. */
import { useEffect, useState } from "react";
import { useSearched } from "../../address/sorting.ts";

/** Long enough for the next letter. */
const PAUSE_MS = 250;

export function SearchBox({ name }: { name: string }) {
  const [searched, search] = useSearched();
  const [typed, type] = useState(searched ?? "");
  useEffect(() => {
    if (typed.trim() === (searched ?? "")) return undefined;
    const timer = setTimeout(() => search(typed), PAUSE_MS);
    return () => clearTimeout(timer);
    // only what is typed starts a search: the address follows it
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  return (
    <input
      type="search"
      className="input search-box"
      aria-label={name}
      placeholder={name}
      maxLength={200}
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  );
}
