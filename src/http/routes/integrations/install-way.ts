/** The way to the chat tool's own page and back, as the settings have it. */
import type { Settings } from "../../../settings/schema.ts";
import { slackAddresses } from "../../../insights/integrations/slack/addresses.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";

/** The settings that the way depends on. */
export interface InstallSettings extends Pick<
  Settings,
  "slackClientId" | "slackClientSecret" | "publicUrl" | "offline"
> {
  /** A stand-in for Slack in tests; null otherwise. */
  slackUrl: string | null;
}

/** Where the browser is sent, and where Slack sends it back. */
export interface InstallWay {
  redirectUrl: string;
  /** The page on which people allow the app. */
  authorizeAddress(state: string): string;
}

export const CALLBACK_PATH = "/v1/integrations/slack/callback";

/**
 * As few as will do: to post, and to list the channels to choose from.
 *
 * @see docs/slack-app-manifest.yaml.
 */
const SCOPES = ["chat:write", "channels:read"];

/** @throws With what the server's owner has to set first. */
export function installWay(settings: InstallSettings): Result<InstallWay, string> {
  const { slackClientId: clientId, slackClientSecret, publicUrl, offline } = settings;
  if (offline)
    return fail(
      "This server runs with offline, which forbids the connection to Slack. To use Slack, turn offline off and reload the settings (SIGHUP).",
    );
  if (clientId === null || slackClientSecret === null)
    return fail(
      "No Slack app is set. Set slack_client_id and slack_client_secret (SCORING_SLACK_CLIENT_ID, SCORING_SLACK_CLIENT_SECRET) and reload the settings (SIGHUP), or paste a webhook address.",
    );
  if (publicUrl === null)
    return fail(
      "Slack has to know where to send people back to. Set public_url (SCORING_PUBLIC_URL) to the address that people reach this server by and reload the settings (SIGHUP), or paste a webhook address.",
    );
  const redirectUrl = `${publicUrl}${CALLBACK_PATH}`;
  const { authorizePage } = slackAddresses(settings.slackUrl);
  return succeed({
    redirectUrl,
    authorizeAddress: (state) => {
      const query = { client_id: clientId, scope: SCOPES.join(","), redirect_uri: redirectUrl, state };
      return `${authorizePage}?${new URLSearchParams(query).toString()}`;
    },
  });
}
