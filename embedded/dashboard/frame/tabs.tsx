/** The pages of one subject, side by side; each is a link. */
import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { useRange, withRange } from "../address/range.ts";

export interface TabsProps {
  /** What they are the pages of. */
  label: string;
  tabs: readonly { name: string; address: string }[];
}

const SEEN_OF_ONE_BEFORE_PX = 48;

export function Tabs({ label, tabs }: TabsProps) {
  const [path] = useLocation();
  const range = useRange();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    // on a phone not all of them have room; the end of the one before says that there are more
    const here = row.current?.querySelector<HTMLElement>("[aria-current]");
    const first = row.current?.querySelector("a");
    if (row.current !== null && here != null && first != null)
      row.current.scrollLeft = here.offsetLeft - first.offsetLeft - SEEN_OF_ONE_BEFORE_PX;
  }, [path]);
  return (
    <nav ref={row} className="tabs" aria-label={label}>
      {tabs.map(({ name, address }) => (
        <Link
          key={address}
          href={withRange(address, range)}
          aria-current={address === path ? "page" : undefined}
          // a browser leaves a tab where it is that is in part under the fade
          onFocus={({ currentTarget }) =>
            currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" })
          }
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
