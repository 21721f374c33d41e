/** `scoring accounts link`: a link with which a person signs in once, without a provider and a passkey. */
import { linkAccount } from "../../identity/accounts/link-account.ts";
import { recordCommand } from "../audit/note-command.ts";
import { type Command, CommandFailure } from "../command.ts";
import { LINK_FLAGS, writeLink } from "../keys/link.ts";
import { accountNamed, ORG, unknownAccount } from "./accounts.ts";
import { changing } from "../stores.ts";

export const ACCOUNTS_LINK: Command = {
  name: "accounts link",
  operands: ["EMAIL"],
  summary: "Make a link that signs a person in, once within 24 hours.",
  details:
    "For a first sign-in, or for a person who has no passkey and no provider. The link begins with public_url, or with " +
    "the address of this machine's own server.",
  flags: { ...LINK_FLAGS, org: ORG },
  reads: "directory",
  run: async (call) => {
    const [email = ""] = call.operands;
    const link = await changing(call, async (transaction) => {
      const { id: accountId, organizationId } = await accountNamed(call, transaction, email);
      const asked = { accountId, organizationId, madeBy: null };
      const made = await linkAccount(transaction, asked, call.program.clock());
      if (!made.ok) throw new CommandFailure(unknownAccount(email));
      const target = { kind: "account", id: accountId } as const;
      await recordCommand(call, transaction, { organization: organizationId, action: "link_made", target });
      return made.value;
    });
    writeLink(call, link);
    return 0;
  },
};
