/** Creates a key for each developer of a CSV file; the keys are shown this once, as a file. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { readPages } from "../../../api/read-pages.ts";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { formatThings } from "../../../words/numbers.ts";
import { readTeamFile, type TeamFile, type TeamMember, writeKeyFile } from "./team-file.ts";

/** A key that was made. */
interface TeamKey {
  email: string;
  key: string;
}

/** The file that was chosen, the keys that were made of it, and how many had one before. */
function useTeamKeys() {
  const [file, setFile] = useState<TeamFile | null>(null);
  const [made, setMade] = useState<readonly TeamKey[]>([]);
  const [skipped, setSkipped] = useState(0);
  const make = useMutation({
    // one that failed is tried again for those that have no key yet
    mutationFn: async (members: readonly TeamMember[]) => {
      const withKey = await readWhoHasKey();
      const before = members.filter(({ email }) => withKey.has(email)).length;
      setSkipped(before - made.length);
      for (const { email, role } of members.filter((member) => !withKey.has(member.email))) {
        const { key } = await ask(api.v1.admin.keys.post({ name: email, role, developer: email }));
        setMade((others) => [...others, { email, key }]);
      }
    },
  });
  const read = async (chosen: File | undefined): Promise<void> => {
    setMade([]);
    setSkipped(0);
    make.reset();
    setFile(chosen === undefined ? null : readTeamFile(await chosen.text()));
  };
  return { file, made, skipped, make, read };
}

export function TeamKeys() {
  const { file, made, skipped, make, read } = useTeamKeys();
  return (
    <div className="team-keys">
      <label htmlFor="team-file">
        Or create a key for each developer of a CSV file (<span className="mono">email,name,role</span>):
      </label>
      <input
        id="team-file"
        className="input"
        type="file"
        accept=".csv,text/csv,text/plain"
        onChange={({ target }) => void read(target.files?.[0])}
      />
      {file?.ok === false && <Problems problems={file.problems} />}
      {file?.ok === true && !make.isSuccess && (
        <p className="actions">
          <button
            type="button"
            className="button"
            disabled={make.isPending}
            onClick={() => make.mutate(file.members)}
          >
            {make.isPending
              ? "Creating…"
              : `Create ${formatThings(file.members.length - made.length, "key")}`}
          </button>
        </p>
      )}
      <ProblemLine problem={make.error} />
      {skipped > 0 && (
        <p className="note">{formatThings(skipped, "developer")} had a key already and got none.</p>
      )}
      {made.length > 0 && !make.isPending && <Made keys={made} />}
    </div>
  );
}

/** Returns the e-mails of those with a key that is not revoked. */
async function readWhoHasKey(): Promise<ReadonlySet<string>> {
  const keys = await readPages(async (place) => {
    const { keys: rows, nextCursor } = await ask(api.v1.admin.keys.get({ query: place }));
    return { rows, nextCursor };
  });
  const active = keys.filter(({ revokedAt }) => revokedAt === null);
  return new Set(active.flatMap(({ developer }) => developer?.email?.toLowerCase() ?? []));
}

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <ul role="alert">
      {problems.slice(0, MOST_PROBLEMS).map((problem) => (
        <li key={problem} className="field-error">
          {problem}
        </li>
      ))}
    </ul>
  );
}

const MOST_PROBLEMS = 10;

function Made({ keys }: { keys: readonly TeamKey[] }) {
  const save = (): void => {
    const address = URL.createObjectURL(new Blob([writeKeyFile(keys)], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = "keys.csv";
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <div role="status">
      <p className="second">
        {formatThings(keys.length, "key")} created. They are not shown again: save the file, and give each
        developer their own.
      </p>
      <p className="actions">
        <button type="button" className="button primary" onClick={save}>
          Save keys.csv
        </button>
      </p>
    </div>
  );
}
