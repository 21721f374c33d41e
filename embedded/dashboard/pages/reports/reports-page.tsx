/** Reports: having one made, how far it is, and those that were made before. */
import { useDevelopers } from "../../api/developers.ts";
import { Head } from "../../frame/head.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { useReports } from "./fetch-reports.ts";
import { ReportForm } from "./report-form.tsx";
import { ReportList } from "./report-list.tsx";
import { sayReports } from "./reports-data.ts";

export function ReportsPage() {
  const reports = useReports();
  // asked now, so that the form does not ask only once the reports are there
  useDevelopers();
  return (
    <>
      <Head title="Reports" asOf={reports.dataUpdatedAt} hasRange={false} />
      <Loaded query={reports} what="The reports" bones="lines">
        {(found) => (
          <>
            <Answer note="A report puts the numbers of a time range together, chapter by chapter, to read, print and share. It never changes.">
              {sayReports(found)}
            </Answer>
            <Row>
              <Cell span={8} title="Reports">
                {found.open.length + found.ended.length === 0 ? <None /> : <ReportList reports={found} />}
              </Cell>
              <Cell span={4} title="A new report">
                <ReportForm />
              </Cell>
            </Row>
          </>
        )}
      </Loaded>
    </>
  );
}

function None() {
  return (
    <Empty title="None yet">
      Choose a time range next to this and press “Create the report”. Programs ask for one with{" "}
      <span className="mono">POST /v1/insights/report/generate</span>.
    </Empty>
  );
}
