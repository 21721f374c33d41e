/** Creates a key for each developer of a CSV file; the keys are shown this once, as a file. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { formatThings } from "../../../words/numbers.ts";
import { readTeamFile, type TeamFile, type TeamMember, writeKeyFile } from "./team-file.ts";

/** A key that was made. */
interface TeamKey {
  email: string;
  key: string;
}

export function TeamKeys() {
  const [file, setFile] = useState<TeamFile | null>(null);
  const [made, setMade] = useState<readonly TeamKey[]>([]);
  const make = useMutation({
    mutationFn: async (members: readonly TeamMember[]) => {
      for (const { email, role } of members) {
        const { key } = await ask(api.v1.admin.keys.post({ name: email, role, developer: email }));
        setMade((before) => [...before, { email, key }]);
      }
    },
  });
  const read = async (chosen: File | undefined): Promise<void> => {
    setMade([]);
    make.reset();
    setFile(chosen === undefined ? null : readTeamFile(await chosen.text()));
  };
  // one that failed goes on with those that have no key yet
  const left =
    file?.ok === true ? file.members.filter(({ email }) => !made.some((key) => key.email === email)) : [];
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
      {left.length > 0 && (
        <p className="actions">
          <button
            type="button"
            className="button"
            disabled={make.isPending}
            onClick={() => make.mutate(left)}
          >
            {make.isPending ? "Creating…" : `Create ${formatThings(left.length, "key")}`}
          </button>
        </p>
      )}
      <ProblemLine problem={make.error} />
      {made.length > 0 && !make.isPending && <Made keys={made} />}
    </div>
  );
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
