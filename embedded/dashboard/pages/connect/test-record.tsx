/** Sends one record the way an agent does, and waits until it can be read. */
import { useMutation } from "@tanstack/react-query";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { Word } from "../../parts/shape.tsx";
import { now } from "../../words/times.ts";
import { testRecord } from "./connect-data.ts";

const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 300;
const MINUTE_MS = 60_000;

export function TestRecord() {
  const send = useMutation({ mutationFn: sendAndFind });
  return (
    <div className="aside-part">
      <h2>Does the server receive?</h2>
      <p className="second">
        This sends one record the way an agent does, with a key for this moment, and waits until it can be
        read.
      </p>
      <p className="actions">
        <button type="button" className="button" disabled={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? "Sending…" : "Send a test record"}
        </button>
      </p>
      <div role="status">
        {send.isSuccess && (
          <Word shape="tick" tone="good">
            received and stored after {(send.data / 1000).toFixed(1)} s
          </Word>
        )}
      </div>
      <ProblemLine problem={send.error} />
    </div>
  );
}

/** Returns after how many milliseconds the record could be read. The key is revoked, whatever happens. */
async function sendAndFind(): Promise<number> {
  const { id, key } = await ask(api.v1.admin.keys.post({ name: "test record of a page", role: "member" }));
  try {
    const mark = crypto.randomUUID();
    const sentAt = now();
    await send(key, testRecord(mark, sentAt));
    while (now() - sentAt < PATIENCE_MS) {
      if (await isFound(mark, sentAt)) return now() - sentAt;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    throw new Error("The server accepted the record, but it cannot be read yet: see Settings, Status.");
  } finally {
    await ask(api.v1.admin.keys({ id }).delete());
  }
}

async function send(key: string, record: object): Promise<void> {
  const response = await fetch("/v1/logs", {
    method: "POST",
    credentials: "omit",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(record),
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}: ${await response.text()}`);
}

async function isFound(mark: string, sentAt: number): Promise<boolean> {
  const query = {
    q: mark,
    from: new Date(sentAt - MINUTE_MS).toISOString(),
    to: new Date(sentAt + MINUTE_MS).toISOString(),
    limit: 1,
  };
  return (await ask(api.v1.telemetry.logs.get({ query }))).logs.length > 0;
}
