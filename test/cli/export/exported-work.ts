/** An organization with some days of made-up work, and exports of it. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { batched } from "../../../src/demo/batched.ts";
import { generateSessions, toRequests } from "../../../src/demo/generate.ts";
import { sendAll } from "../../../src/demo/send.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { joinTestAppliance, type TestAppliance, type TestOrganization } from "../../appliance/running.ts";
import { scoring } from "../in-process.ts";

/** The days with work; exports of the tests are of this and some days around it. */
export const WORK = { from: Date.UTC(2026, 10, 16), to: Date.UTC(2026, 10, 19) };

export interface ExportedWork {
  appliance: TestAppliance;
  organization: TestOrganization;
  /** Runs `scoring export` for the organization, and reads its answer. */
  run(folder: string, ...flags: string[]): Promise<ExportAnswer>;
}

export interface ExportAnswer {
  folder: string;
  days: Record<string, number>;
  rows: Record<string, number>;
}

export async function startExportedWork(): Promise<ExportedWork> {
  const appliance = await joinTestAppliance();
  const organization = await appliance.addOrganization();
  const sessions = generateSessions({ seed: "export", from: WORK.from, to: WORK.to - DAY / 2 });
  const deliveries = sessions.map((session) => ({
    key: organization.key,
    requests: batched(toRequests(session)),
  }));
  await sendAll(appliance.url, deliveries, () => undefined);
  await appliance.settled();
  await appliance.learned(organization.id);
  const run = async (folder: string, ...flags: string[]) => {
    const { code, out, err } = await scoring([...exportCommand(appliance, organization, folder), ...flags]);
    if (code !== 0) throw new Error(err);
    return JSON.parse(out) as ExportAnswer;
  };
  return { appliance, organization, run };
}

/** The command line, over a window that `flags` may narrow. */
export function exportCommand(
  { directory }: TestAppliance,
  { id }: TestOrganization,
  folder: string,
): string[] {
  return ["export", folder, "--json", "--data-dir", directory, "--org", id];
}

export function newFolder(): string {
  return join(mkdtempSync(join(tmpdir(), "export-")), "exported");
}
