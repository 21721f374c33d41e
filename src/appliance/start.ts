/** Starts the appliance in its role. */
import type { Settings } from "../settings/schema.ts";
import type { Appliance, ApplianceParts } from "./appliance.ts";
import { nameNode } from "./node-name.ts";
import { checkRole } from "./roles/check-role.ts";
import { startEngineNode } from "./roles/engine-node.ts";
import { startIngestNode } from "./roles/ingest-node.ts";
import type { PartName } from "./roles/parts-of-roles.ts";
import { StartedParts } from "./started-parts.ts";

/**
 * Starts the appliance.
 *
 * @throws An exception whose message says what to do; what was started until then is stopped again.
 */
export async function startAppliance(read: Settings, given: ApplianceParts): Promise<Appliance> {
  const nodeName = read.nodeName ?? nameNode();
  const parts = new StartedParts<PartName>(given.log, given.stopWithinMs);
  try {
    checkRole(read);
    const startNode = read.role === "ingest" ? startIngestNode : startEngineNode;
    const appliance = await startNode({ ...read, nodeName }, given, parts);
    const reload: Appliance["reload"] = (again) =>
      appliance.reload({ ...again, nodeName: again.nodeName ?? nodeName });
    return { ...appliance, reload };
  } catch (error) {
    await parts.stopAll();
    throw error;
  }
}
