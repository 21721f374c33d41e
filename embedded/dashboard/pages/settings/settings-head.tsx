/** The head of every page of the settings: its name, and the others beside it. */
import { useCaller } from "../../frame/session-context.ts";
import { Head } from "../../frame/head.tsx";
import { Tabs } from "../../frame/tabs.tsx";
import { sectionsFor } from "./settings-sections.ts";

export interface SettingsHeadProps {
  title: string;
  /** When the answers were read, in milliseconds. */
  asOf?: number;
}

export function SettingsHead({ title, asOf = 0 }: SettingsHeadProps) {
  const { role } = useCaller();
  return (
    <>
      <Head title={title} crumb={{ name: "Settings", address: "/settings" }} asOf={asOf} hasRange={false} />
      <Tabs label="Settings" tabs={sectionsFor(role)} />
    </>
  );
}
