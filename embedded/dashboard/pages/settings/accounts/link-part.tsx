/** Makes a link that signs a person in once, and shows it this once. */
import { Command } from "../../../parts/command.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { Word } from "../../../parts/shape.tsx";
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
    <div className="form" role="status">
      <Word shape="tick" tone="good">
        The link was made
      </Word>
      <p className="second">
        It is shown only once, and works until {formatZonedMoment(expiresAt)}. Send it to this person and to
        nobody else.
      </p>
      <Command>{url}</Command>
      <p className="actions">
        <button type="button" className="button" onClick={done}>
          I have copied it
        </button>
      </p>
    </div>
  );
}
