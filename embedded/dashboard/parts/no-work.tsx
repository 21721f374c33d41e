/** A window of time in which nothing happened: what else to choose, and how to see whether the agents still send. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useNewestRecord } from "../api/newest-record.ts";
import { Command } from "./command.tsx";
import { Empty } from "./empty.tsx";
import { Cell } from "./layout.tsx";

export interface NoWorkProps {
  /** What there is none of: "No session began in these 7 days". */
  title: string;
  /** What to choose instead; the sentence goes on behind it. */
  children: ReactNode;
  action?: ReactNode;
}

export function NoWork({ title, children, action }: NoWorkProps) {
  const hasNeverCome = useNewestRecord().data === null;
  return (
    <Cell span={12}>
      {hasNeverCome ? (
        <NothingYet />
      ) : (
        <>
          <Empty title={title} action={action}>
            {children}, or look whether the agents still send:
          </Empty>
          <Command>scoring doctor</Command>
        </>
      )}
    </Cell>
  );
}

/** No other window has anything either. */
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
