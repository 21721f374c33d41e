/** Which reports are made again and again, when each comes next, and whether the last ones arrived. */
import { useParameter } from "../../address/range.ts";
import { useDevelopers } from "../../api/developers.ts";
import { Head } from "../../frame/head.tsx";
import { useCaller } from "../../frame/session-context.ts";
import { Empty } from "../../parts/empty.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { type Schedule, useSchedules } from "./fetch-schedules.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import { ScheduleList } from "./schedule-list.tsx";
import { saySchedules } from "./schedules-data.ts";

export function SchedulesPage() {
  const schedules = useSchedules();
  const isAdmin = useCaller().role === "admin";
  // asked now, so that the form does not ask only once the schedules are there
  useDevelopers();
  return (
    <>
      <Head title="Schedules" asOf={schedules.dataUpdatedAt} hasRange={false} />
      <Loaded query={schedules} what="The schedules" bones="lines">
        {(found) => (
          <>
            {found.length === 0 ? (
              <NoSchedules isAdmin={isAdmin} />
            ) : (
              <Answer note="Scheduled reports are kept under Reports, whether they are sent or not.">
                {saySchedules(found)}
              </Answer>
            )}
            <Row>
              {found.length > 0 && (
                <Cell span={isAdmin ? 8 : 12} title="Schedules" more="times are in each schedule’s time zone">
                  <ScheduleList schedules={found} isAdmin={isAdmin} />
                </Cell>
              )}
              {isAdmin && <FormCell schedules={found} />}
            </Row>
          </>
        )}
      </Loaded>
    </>
  );
}

function NoSchedules({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Empty title="No scheduled reports yet">
      {isAdmin
        ? "Create a schedule here: choose when, of which time and work, and where it is sent. Without a place the reports are kept here."
        : "Administrators create schedules. Schedules about you are listed here."}
    </Empty>
  );
}

function FormCell({ schedules }: { schedules: readonly Schedule[] }) {
  const [asked, edit] = useParameter("edit");
  const edited = schedules.find(({ id }) => id === asked) ?? null;
  return (
    <Cell
      span={schedules.length === 0 ? 12 : 4}
      title={edited === null ? "A new schedule" : `Change “${edited.name}”`}
    >
      <ScheduleForm key={edited?.id ?? "new"} edited={edited} close={() => edit(null)} />
    </Cell>
  );
}
