/** The page of one developer. */
import { useParams } from "wouter";
import { useRange } from "../../address/range.ts";
import { Head } from "../../frame/head.tsx";
import { OwnDataRow } from "../../parts/saving/own-data.tsx";
import { DeveloperView } from "./developer-view.tsx";
import { useDeveloper } from "./fetch-developer.ts";

const TEAM = { name: "Team", address: "/team" };

export function DeveloperPage() {
  const { id } = useParams<{ id: string }>();
  const found = useDeveloper(id, useRange());
  return (
    <>
      <Head
        crumb={TEAM}
        title={found.data?.developer.name ?? "Developer"}
        asOf={found.dataUpdatedAt}
        hasRange
      />
      <DeveloperView id={id} found={found} />
      {found.data !== undefined && (
        <OwnDataRow id={found.data.developer.id} name={found.data.developer.name} />
      )}
    </>
  );
}
