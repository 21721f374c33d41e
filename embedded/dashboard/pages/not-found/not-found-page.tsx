/** An address that is no page's. */
import { useLocation } from "wouter";
import { Head } from "../../frame/head.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Go } from "../../parts/links.tsx";

export function NotFoundPage() {
  const [path] = useLocation();
  return (
    <>
      <Head title="No such page" hasRange={false} />
      <div className="cell">
        <Empty
          title="There is no page at this address"
          action={
            <>
              <Go href="/">Overview</Go>
              <Go href="/sessions">Sessions</Go>
              <Go href="/search">Search prompts</Go>
            </>
          }
        >
          <span className="mono">{path}</span> may be mistyped, or from another version of scoring.
        </Empty>
      </div>
    </>
  );
}
