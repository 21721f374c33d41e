/** Makes a link that signs a person in once, and shows it this once. */
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { ShownOnce } from "../../../parts/forms/shown-once.tsx";
import { formatZonedMoment } from "../../../words/times.ts";
import { useMakeLink } from "./fetch-accounts.ts";

export function LinkPart({ id }: { id: string }) {
  const make = useMakeLink(id);
  if (make.data !== undefined) return <MadeLink {...make.data} done={() => make.reset()} />;
  return (
    <>
      <p className="second account-says">
        A link signs in whoever opens it, once within 24 hours, on any machine: for a first sign-in, or where
        there is no provider and no passkey.
      </p>
      <ProblemLine problem={make.error} />
      <button type="button" className="button" disabled={make.isPending} onClick={() => make.mutate()}>
        {make.isPending ? "Making…" : "Make a sign-in link"}
      </button>
    </>
  );
}

function MadeLink({ url, expiresAt, done }: { url: string; expiresAt: string; done(): void }) {
  return (
    <ShownOnce said="The link was made" secret={url} done={done}>
      It is shown only once, and works until {formatZonedMoment(expiresAt)}. Send it to this person and to
      nobody else.
    </ShownOnce>
  );
}
