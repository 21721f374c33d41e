/** Whether telemetry was refused lately, from whom, and what mends it. */
import type { CommandCall } from "../command.ts";
import { describeSender, refusedSendersOf, withKeyNames } from "../refused-senders.ts";
import { type Finding, ok, warn } from "./finding.ts";

export async function checkRefusedSenders(call: CommandCall): Promise<Finding[]> {
  const refused = await withKeyNames(call, refusedSendersOf(call));
  if (refused.length === 0) return [ok("refused telemetry", "none in the last day")];
  return refused.map((sender) => warn("refused telemetry", describeSender(sender), sender.remedy));
}
