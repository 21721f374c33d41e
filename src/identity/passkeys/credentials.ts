/** What a browser says of passkeys, as its `toJSON()` writes it; what it says in addition is not read. */
import { z } from "zod";

/** In base64url. */
const BYTES = z.string();

const NAMES = { id: BYTES, rawId: BYTES, type: z.literal("public-key") };

/** What `navigator.credentials.create` gave. */
export const MADE = z.object({
  ...NAMES,
  response: z.object({
    clientDataJSON: BYTES,
    attestationObject: BYTES,
    transports: z.array(z.string()).max(20).optional(),
  }),
});

/** What `navigator.credentials.get` gave. */
export const SIGNED = z.object({
  ...NAMES,
  response: z.object({
    clientDataJSON: BYTES,
    authenticatorData: BYTES,
    signature: BYTES,
    userHandle: BYTES.optional(),
  }),
});

export type MadeCredential = z.infer<typeof MADE>;

export type SignedCredential = z.infer<typeof SIGNED>;

/** What the browser is to do. */
export const OPTIONS = z
  .looseObject({ challenge: z.string() })
  .describe("As `navigator.credentials` takes it, in JSON; good once, for five minutes.");
