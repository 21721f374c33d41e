/** The audit log: who did what, when, to whom and with which result. */
import { useParameter, useRange } from "../../../address/range.ts";
import { useDevelopers } from "../../../api/developers.ts";
import { Combobox } from "../../../parts/combobox/combobox.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { Answer, Cell, Row } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { MoreButton } from "../../../parts/pager.tsx";
import { ForAdministrators } from "../for-administrators.tsx";
import { SettingsHead } from "../settings-head.tsx";
import { actionIn, ACTIONS, type AuditFilter, isUnfiltered, sayFound } from "./audit-data.ts";
import { AuditTable } from "./audit-table.tsx";
import { useAudit } from "./fetch-audit.ts";

export function AuditPage() {
  return (
    <ForAdministrators title="Audit log">
      <Audit />
    </ForAdministrators>
  );
}

function Audit() {
  const days = useRange();
  const filter = useFilter();
  const audit = useAudit(days, filter);
  const entries = audit.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <SettingsHead title="Audit log" asOf={audit.dataUpdatedAt} hasRange />
      <Loaded query={audit} what="The audit log" bones="lines">
        {() => (
          <>
            <Answer note="Entries hold no names and no texts: names are looked up when they are shown. scoring verify shows whether one was changed.">
              {sayFound(entries.length, { isAll: !audit.hasNextPage, days })}
            </Answer>
            <Row>
              <Cell span={12} title="Entries">
                <Filters />
                {entries.length === 0 ? <Nothing filter={filter} /> : <AuditTable entries={entries} />}
                <p className="actions">
                  <MoreButton pages={audit} />
                  <a className="button" href="/v1/admin/audit/export" download="audit.jsonl">
                    Download all as JSON Lines
                  </a>
                </p>
              </Cell>
            </Row>
          </>
        )}
      </Loaded>
    </>
  );
}

function useFilter(): AuditFilter {
  const [action] = useParameter("action");
  const [actor] = useParameter("actor");
  const [target] = useParameter("target");
  return { action: actionIn(action), actor, target };
}

function Nothing({ filter }: { filter: AuditFilter }) {
  return isUnfiltered(filter) ? (
    <Empty title="Nothing happened in this time">Choose a longer time range.</Empty>
  ) : (
    <Empty title="No entry is like that">Choose another action or person, or a longer time range.</Empty>
  );
}

function Filters() {
  return (
    <div className="actions">
      <ActionPicker />
      <PersonPicker parameter="actor" label="Who did it" all="Anybody" />
      <PersonPicker parameter="target" label="To whom" all="To anybody" />
    </div>
  );
}

function ActionPicker() {
  const [asked, choose] = useParameter("action");
  return (
    <select
      className="select"
      aria-label="Action"
      value={actionIn(asked) ?? ""}
      onChange={(event) => choose(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">Every action</option>
      {ACTIONS.map(({ action, words }) => (
        <option key={action} value={action}>
          {words}
        </option>
      ))}
    </select>
  );
}

interface PersonPickerProps {
  parameter: "actor" | "target";
  label: string;
  all: string;
}

function PersonPicker({ parameter, label, all }: PersonPickerProps) {
  const [chosen, choose] = useParameter(parameter);
  const developers = useDevelopers().data ?? [];
  return <Combobox label={label} among={developers} all={all} chosen={chosen} choose={choose} />;
}
