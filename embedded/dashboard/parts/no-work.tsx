/** A window of time in which nothing happened: what else to choose, and how to see whether the agents still send. */
import type { ReactNode } from "react";
import { labelsHere } from "../address/labels.ts";
import { Command } from "./command.tsx";
import { Empty } from "./empty.tsx";
import { Cell } from "./layout.tsx";
import { OnceArrived } from "./once-arrived.tsx";

export interface NoWorkProps {
  /** What there is none of: "No session began in these 7 days". */
  title: string;
  /** What to choose instead; the sentence goes on behind it. */
  children: ReactNode;
  action?: ReactNode;
}

export function NoWork({ title, children, action }: NoWorkProps) {
  return (
    <Cell span={12}>
      <OnceArrived>
        {labelsHere().length > 0 ? (
          <Empty title={`${title} with these labels`}>{children}, or take a label away.</Empty>
        ) : (
          <>
            <Empty title={title} action={action}>
              {children}, or look whether the agents still send:
            </Empty>
            <Command>scoring doctor</Command>
          </>
        )}
      </OnceArrived>
    </Cell>
  );
}
