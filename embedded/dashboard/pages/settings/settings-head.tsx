/** The head of every page of the settings: its name, and links to the others. */
import { useCaller } from "../../frame/session-context.ts";
import { Head } from "../../frame/head.tsx";
import { Tabs } from "../../frame/tabs.tsx";
import { sectionsFor } from "./settings-sections.ts";

export interface SettingsHeadProps {
  title: string;
  /** When the answers were read, in milliseconds. */
  asOf?: number;
  /** Whether the page shows a window of time. */
  hasRange?: boolean;
}

export function SettingsHead({ title, asOf = 0, hasRange = false }: SettingsHeadProps) {
  const caller = useCaller();
  return (
    <>
      <Head
        title={title}
        crumb={{ name: "Settings", address: "/settings" }}
        asOf={asOf}
        hasRange={hasRange}
      />
      <Tabs label="Settings" tabs={sectionsFor(caller)} />
    </>
  );
}
