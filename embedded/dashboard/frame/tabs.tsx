/** The pages of one subject, side by side; each is a link. */
import { Link, useLocation } from "wouter";
import { useRange, withRange } from "../address/range.ts";

export interface TabsProps {
  /** What they are the pages of. */
  label: string;
  tabs: readonly { name: string; address: string }[];
}

export function Tabs({ label, tabs }: TabsProps) {
  const [path] = useLocation();
  const range = useRange();
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ name, address }) => (
        <Link
          key={address}
          href={withRange(address, range)}
          aria-current={address === path ? "page" : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
