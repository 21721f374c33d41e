/** Has a report of the last 30 days made, for pictures of it. */
import { SECOND } from "../../src/vocabulary/units.ts";
import type { KeptDemo } from "./kept-demo.ts";

interface Job {
  id: string;
  status: string;
}

/** Returns its id, once it is completed. */
export async function makeReport({ url, key }: KeptDemo): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const reports = `${url}/v1/insights/report`;
  const asked = await fetch(`${reports}/generate`, { method: "POST", headers, body: "{}" });
  const { id } = (await asked.json()) as Job;
  for (;;) {
    const { status } = (await (await fetch(`${reports}/status/${id}`, { headers })).json()) as Job;
    if (status === "completed") return id;
    if (status !== "pending" && status !== "running") throw new Error(`the report is ${status}`);
    await Bun.sleep(SECOND);
  }
}
