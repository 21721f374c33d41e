/** What says that a window of time is empty; before anything has ever arrived no other window is fuller. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useNewestRecord } from "../api/newest-record.ts";
import { Empty } from "./empty.tsx";

export function OnceArrived({ children }: { children: ReactNode }) {
  return useNewestRecord().data === null ? <NothingYet /> : children;
}

function NothingYet() {
  return (
    <Empty
      title="Nothing has arrived yet"
      action={
        <Link className="button primary" href="/connect">
          Connect an agent
        </Link>
      }
    >
      This page shows the work of coding agents. Connect one; its first record arrives within seconds.
    </Empty>
  );
}
