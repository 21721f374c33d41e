/** `scoring keys link`: a link with which somebody signs in once, without knowing the key. */
import { readServing } from "../../database/serving/serving-note.ts";
import { signInAddress } from "../../http/sign-in/links.ts";
import { type LinkFault, linkKey, type MadeLink } from "../../identity/links/link.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { addressOf } from "../ask-server.ts";
import { recordCommand } from "../audit/note-command.ts";
import { type Command, type CommandCall, CommandFailure, writeAnswer } from "../command.ts";
import { settingFlags } from "../setting-flags.ts";
import { changing } from "../stores.ts";

/** The flags of commands that print a link. */
export const LINK_FLAGS = settingFlags(["publicUrl"]);

export const KEYS_LINK: Command = {
  name: "keys link",
  operands: ["ID"],
  summary: "Make a link that signs a browser in as a key, once within 24 hours.",
  details:
    "For somebody who has no key at hand, or where sign_in_with_key is off. Whoever opens it sees what the key may " +
    "read. The link begins with public_url, or with the address of this machine's own server.",
  flags: LINK_FLAGS,
  reads: "directory",
  run: async (call) => {
    const [id = ""] = call.operands;
    const link = await changing(call, async (transaction) => {
      const asked = { keyId: id, organizationId: null, madeBy: null };
      const made = await linkKey(transaction, asked, call.program.clock());
      if (!made.ok) throw new CommandFailure(`${FAULTS[made.problem.kind]}: ${id}. ${SEE}`);
      const { organizationId: organization } = made.value.key;
      const target = { kind: "key", id } as const;
      await recordCommand(call, transaction, { organization, action: "link_made", target });
      return made.value;
    });
    writeLink(call, link);
    return 0;
  },
};

const SEE = "scoring keys list shows the keys.";

const FAULTS: Readonly<Record<LinkFault["kind"], string>> = {
  unknown_key: "unknown key id",
  key_ended: "this key was revoked or has ended, so it signs in nobody",
  only_sends: "this key may only send telemetry, so it would show nothing in a browser",
};

/** Prints a link with the time when it ends. */
export function writeLink(call: CommandCall, { token, expiresAt }: MadeLink): void {
  const { publicUrl, dataDir } = call.loaded.settings;
  const url = signInAddress(publicUrl ?? readServing(dataDir)?.url ?? addressOf(call), token);
  const until = isoTime(expiresAt).slice(0, 16).replace("T", " ");
  const text = `${url}\nSigns in once, until ${until} UTC. It is not shown again.`;
  writeAnswer(call, { url, expiresAt: isoTime(expiresAt) }, text);
}
