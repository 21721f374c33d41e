/** Which key a connection uses, and whose work it stands for. */
import { existsSync, readFileSync } from "node:fs";
import { firstKeysPath } from "../../appliance/layout.ts";
import type { KeyAnswer } from "../../identity/keys/answer.ts";
import { isKey } from "../../identity/keys/key.ts";
import type { Part } from "../../normaliser/connect/agent-settings.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { type CommandCall, CommandFailure, textFlag } from "../command.ts";
import { recordCommand } from "../audit/note-command.ts";
import { keyMade, makeKey } from "../keys/bind.ts";
import { describeOwnerOf, lookUpKey } from "../keys/whose-key.ts";
import { changing, chosenOrganization } from "../stores.ts";

/** Takes the place of a key as long as there is none. */
export const PLACEHOLDER = "<API_KEY>";

/** The key that goes into the settings. */
export interface ChosenKey {
  key: string | null;
  /** null when the data directory does not know the key. */
  owner: KeyAnswer | null;
  isNew: boolean;
}

/** What the key is there for: an agent sends telemetry with it, or asks questions. */
type Use = "send" | "read";

/** Returns what a key does in a part of an agent. */
export function useIn(part: Part): Use {
  return part === "questions" ? "read" : "send";
}

/**
 * The key that the flags ask for: a new one with `--developer`, else one that is known.
 *
 * @param purpose - What a new key is for, such as the agent.
 * @throws CommandFailure for a key that may not be used for this, or does not work any more.
 */
export async function chooseKey(call: CommandCall, purpose: string, use: Use = "send"): Promise<ChosenKey> {
  const developer = textFlag(call, "developer");
  if (developer === null) return knownKey(call, use);
  if (textFlag(call, "key") !== null)
    throw new CommandFailure("give --key or --developer, not both: --developer makes a new key", 2);
  const made = await changing(call, async (transaction) => {
    const { id: organizationId } = await chosenOrganization(call, transaction);
    const wish = { organizationId, role: "member" as const, developer, name: `${developer}, ${purpose}` };
    const key = await makeKey(transaction, wish, call.program.clock());
    await recordCommand(call, transaction, keyMade(organizationId, key.answer));
    return key;
  });
  return { key: made.key, owner: made.answer, isNew: true };
}

async function knownKey(call: CommandCall, use: Use): Promise<ChosenKey> {
  const key = givenKey(call) ?? firstMemberKey(call);
  if (key === null) return { key, owner: null, isNew: false };
  const owner = await lookUpKey(call, key);
  const unfit = owner === null ? null : whyUnfit(owner, use, call.program.clock());
  if (unfit !== null) throw new CommandFailure(`this key ${unfit}. --developer makes a new one.`);
  return { key, owner, isNew: false };
}

function whyUnfit({ revokedAt, endsAt, scopes }: KeyAnswer, use: Use, now: Instant): string | null {
  if (revokedAt !== null) return "is revoked";
  if (endsAt !== null && Date.parse(endsAt) <= now) return "has ended";
  if (use === "send" && !scopes.includes("ingest")) return "may not send: it lacks the scope ingest";
  const reads = scopes.includes("read_own") || scopes.includes("read_team");
  return use === "read" && !reads ? "only sends, and a reader needs read_own or read_team" : null;
}

/** @throws When it cannot be a key; it is not repeated, for it may be a secret of somebody else's. */
function givenKey(call: CommandCall): string | null {
  const flag = textFlag(call, "key");
  const key = flag ?? call.environment["SCORING_API_KEY"] ?? null;
  if (key === null || isKey(key)) return key;
  const place = flag === null ? "SCORING_API_KEY" : "--key";
  throw new CommandFailure(
    `${place} is not a key. A key is scoring_ and 38 letters and digits; copy it again, or make one with --developer.`,
    2,
  );
}

function firstMemberKey(call: CommandCall): string | null {
  const path = firstKeysPath(call.loaded.settings.dataDir);
  if (!existsSync(path)) return null;
  return /^member (\S+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? null;
}

/** What a person should know of it. */
export function keyRemarks({ key, owner, isNew }: ChosenKey): string[] {
  if (key === null)
    return [`Replace ${PLACEHOLDER} with a developer's own key. --developer ada@example.com makes one.`];
  const made = isNew ? [`The key is new and not shown again. Its id is ${owner?.id}.`] : [];
  return [...made, describeOwnerOf(owner)];
}
