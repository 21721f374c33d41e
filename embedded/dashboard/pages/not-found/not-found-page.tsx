/** An address that is no page's. */
import { Head } from "../../frame/head.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Go } from "../../parts/links.tsx";

export function NotFoundPage() {
  return (
    <>
      <Head title="No such page" hasRange={false} />
      <div className="cell">
        <Empty title="There is no page at this address" action={<Go href="/">Overview</Go>}>
          The link may come from another version of scoring.
        </Empty>
      </div>
    </>
  );
}
