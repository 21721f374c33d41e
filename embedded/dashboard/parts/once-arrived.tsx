/** What says that a window of time is empty; before anything has ever arrived no other window is fuller. */
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { PageAddress } from "../addresses.ts";
import { useNewestRecord } from "../api/newest-record.ts";
import { Command } from "./command.tsx";
import { Empty } from "./empty.tsx";

export function OnceArrived({ children }: { children: ReactNode }) {
  return useNewestRecord().data === null ? <NothingYet /> : children;
}

function NothingYet() {
  const [path] = useLocation();
  return (
    <>
      <Empty
        title="Nothing has arrived yet"
        action={
          <Link className="button primary" href="/connect">
            Connect an agent
          </Link>
        }
      >
        {HOLDS[path as PageAddress] ?? "This page shows the work of coding agents."} Connect an agent; its
        first record arrives within seconds.
      </Empty>
      <p className="second">To begin with what agents keep on your machine already, after one question:</p>
      <Command>scoring try</Command>
      <p className="second">To see every page with sample work, on a temporary server:</p>
      <Command>scoring demo --keep</Command>
    </>
  );
}

/** What each page will show. */
const HOLDS: Readonly<Partial<Record<PageAddress, string>>> = {
  "/usage":
    "Here you will see what the work cost: by day, person, model, repository and outcome, with a forecast for the month.",
  "/team":
    "Here you will see whether the team got better, how its people are spread without names, and which input has most to gain.",
  "/sessions":
    "Here you will see every session with its tasks, turns and cost; each opens down to the raw record.",
  "/prompts":
    "Here you will see each prompt with its grade, what it misses, and what that costs. The grades need a judge model.",
  "/rightsizing":
    "Here you will see for which work a cheaper or a stronger model is enough, with the evidence for each change.",
  "/throttle":
    "Here you will see how much time limits, overload and slow models cost: in which hours, and on which model.",
  "/advisor":
    "Here you will see the habits that would raise Skill most, each with examples from your own work.",
  "/settings/coverage": "Here you will see what each agent sends, and so which scores are possible.",
};
