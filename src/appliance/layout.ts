/** What is where in the data directory. */
import { join } from "node:path";

export const streamPath = (directory: string): string => join(directory, "nats");
export const formatPath = (directory: string): string => join(directory, "format");
export const purgesPath = (directory: string): string => join(directory, "purges.jsonl");
export const acknowledgedPath = (directory: string): string => join(directory, "acknowledged.json");
export const attemptsPath = (directory: string): string => join(directory, "attempts");
export const outagesPath = (directory: string): string => join(directory, "outages.jsonl");
export const outageNotePath = (directory: string): string => join(directory, "alive.json");
export const auditHeadsPath = (directory: string): string => join(directory, "audit-heads.json");
export const lastBackupPath = (directory: string): string => join(directory, "last-backup.json");
export const refusedSendersPath = (directory: string): string => join(directory, "refused-senders.json");
export const firstKeysPath = (directory: string): string => join(directory, "first-keys");
/** What was moved out of the directory into engines. */
export const movedPath = (directory: string): string => join(directory, "moved.json");
/** The key that encrypts what the chat tool gave out. No backup may hold it: it would open what the backup holds. */
export const integrationKeyPath = (directory: string): string => join(directory, "integration-key");

/** Whether the file of that name, in the data directory itself, says what was received, decided or agreed. */
export const holdsContent = (name: string): boolean =>
  /^(scoring\.db.*|lock|backup\.lock|serving\.pid|format|first-keys|integration-key|(purges|outages)\.jsonl)$/.test(
    name,
  );
