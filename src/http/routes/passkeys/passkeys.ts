/** `/v1/passkeys`: a person's own passkeys. */
import { Elysia } from "elysia";
import { z } from "zod";
import { registrationOptions } from "../../../identity/passkeys/options.ts";
import { PASSKEY_ANSWER, type PasskeyFault, type PasskeyOwner } from "../../../identity/passkeys/passkeys.ts";
import { challengeIn } from "../../../identity/passkeys/verify.ts";
import { SHOWN_NAME, SHOWN_NAME_EXPECTED } from "../../../identity/shown-name.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";
import { MADE, OPTIONS } from "../../../identity/passkeys/credentials.ts";
import { requireParty } from "./party.ts";
import { type PasskeyParts, STALE } from "./ceremony.ts";

const PATH = "/v1/passkeys";
const TAG = "Accounts";

const NAME = z.string().regex(SHOWN_NAME, { error: SHOWN_NAME_EXPECTED }).describe("What to call it.");
const NEW = z.strictObject({ name: NAME, credential: MADE });
const CHANGE = z.strictObject({ name: NAME });
const PASSKEYS = z.object({ passkeys: z.array(PASSKEY_ANSWER) });

type Parts = RouteContext & PasskeyParts;

/** Mounts the routes. */
export function passkeysRoutes(parts: Parts) {
  return new Elysia()
    .use(changingRoutes(parts))
    .get(PATH, ({ request }) => listOwn(parts, request), {
      detail: documented({
        summary: "The passkeys of whoever is signed in with an account",
        tag: TAG,
        answer: PASSKEYS,
      }),
    })
    .post(`${PATH}/options`, ({ request }) => begin(parts, request), {
      detail: documented({
        summary: "What a browser is asked for a new passkey",
        tag: TAG,
        answer: OPTIONS,
        conflict: "Browsers know no passkeys of this server, or only at another address",
      }),
    })
    .post(
      PATH,
      ({ request, body, set }) => {
        set.status = 201;
        return add(parts, request, body);
      },
      {
        body: NEW,
        detail: documented({
          summary: "Keeps a passkey that a device made",
          tag: TAG,
          answer: PASSKEY_ANSWER,
          status: "201",
          conflict: "It is known already, there are too many, or as for the options",
        }),
      },
    );
}

function changingRoutes(parts: Parts) {
  return new Elysia()
    .patch(`${PATH}/:id`, ({ request, params, body }) => rename(parts, request, { ...params, ...body }), {
      body: CHANGE,
      detail: documented({ summary: "Gives a passkey another name", tag: TAG, answer: PASSKEY_ANSWER }),
    })
    .delete(`${PATH}/:id`, ({ request, params }) => remove(parts, request, params.id), {
      detail: documented({
        summary: "Removes a passkey; browsers that are signed in stay so",
        tag: TAG,
        answer: z.object({ id: z.string() }),
      }),
    });
}

/** The guard lets only people with an account come this far. */
function ownerOf({ guard }: Parts, request: Request): PasskeyOwner {
  const { accountId, organizationId } = guard.callerOf(request);
  if (accountId !== null) return { accountId, organizationId };
  throw new Error("BUG: a route about a person was asked with a key");
}

async function listOwn(parts: Parts, request: Request): Promise<z.infer<typeof PASSKEYS>> {
  return { passkeys: await parts.queries(request).listPasskeys(ownerOf(parts, request)) };
}

async function begin(parts: Parts, request: Request): Promise<z.infer<typeof OPTIONS>> {
  const owner = ownerOf(parts, request);
  const party = requireParty(request, parts.publicUrl);
  const person = await parts.queries(request).readPasskeyPerson(owner);
  if (person === null) throw REFUSALS.unknown_account();
  const challenge = parts.challenges.issue({ kind: "register", accountId: owner.accountId });
  return { ...registrationOptions({ party, challenge }, person) };
}

async function add(
  parts: Parts,
  request: Request,
  { name, credential: made }: z.infer<typeof NEW>,
): Promise<z.infer<typeof PASSKEY_ANSWER>> {
  const owner = ownerOf(parts, request);
  const party = requireParty(request, parts.publicUrl);
  const challenge = challengeIn(made.response) ?? "";
  const purpose = parts.challenges.take(challenge);
  if (purpose?.kind !== "register" || purpose.accountId !== owner.accountId)
    throw new Refusal(400, { detail: STALE });
  const added = await parts
    .changes(request)
    .addPasskey({ ...owner, name, made, expected: { party, challenge } });
  if (!added.ok) throw REFUSALS[added.problem.kind]();
  return added.value;
}

async function rename(
  parts: Parts,
  request: Request,
  asked: { id: string; name: string },
): Promise<z.infer<typeof PASSKEY_ANSWER>> {
  const renamed = await parts.changes(request).renamePasskey({ ...ownerOf(parts, request), ...asked });
  if (!renamed.ok) throw unknownPasskey();
  return renamed.value;
}

async function remove(parts: Parts, request: Request, id: string): Promise<{ id: string }> {
  const removed = await parts.changes(request).removePasskey({ ...ownerOf(parts, request), id });
  if (!removed.ok) throw unknownPasskey();
  return removed.value;
}

function unknownPasskey(): Refusal {
  return new Refusal(404, { detail: "Unknown passkey." });
}

const REFUSALS: Readonly<Record<PasskeyFault["kind"], () => Refusal>> = {
  unverified: () =>
    new Refusal(400, { detail: "What the device made is not a passkey for this server. Try again." }),
  unknown_account: () => new Refusal(403, { detail: "This account has ended." }),
  known_passkey: () => new Refusal(409, { detail: "This passkey is known already." }),
  too_many_passkeys: () =>
    new Refusal(409, { detail: "An account has 20 passkeys at most: remove one that you no longer use." }),
};
