/** Links: to the evidence of a number, and to another page. Both keep the window of time. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useRange, withRange } from "../address/range.ts";
import { Icon } from "./icon.tsx";

/** A name or number that leads to its evidence; a dotted line marks it. */
export function To({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="to" href={withRange(href, useRange())}>
      {children}
    </Link>
  );
}

/** A verb that leads to another page; an arrow marks it. */
export function Go({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="go" href={withRange(href, useRange())}>
      {children}
      <Icon name="right" />
    </Link>
  );
}
