/** The only addresses of Slack that are ever called; none of them comes from a request. */

/** Where Slack is. */
export interface SlackAddresses {
  /**
   * An address of the Web API.
   *
   * @param name - The method's name, such as chat.postMessage.
   */
  method(name: string): string;
  /** The page on which people allow the app. */
  authorizePage: string;
  /** Where a webhook address that was pasted is called. */
  webhook(pasted: string): string;
}

const SLACK = "https://slack.com";
const HOOKS = "https://hooks.slack.com";

/**
 * The addresses.
 *
 * @param testUrl - A stand-in for Slack, which only tests give; null otherwise.
 */
export function slackAddresses(testUrl: string | null): SlackAddresses {
  const api = testUrl ?? SLACK;
  return {
    method: (name) => `${api}/api/${name}`,
    authorizePage: `${api}/oauth/v2/authorize`,
    webhook: (pasted) => `${testUrl ?? HOOKS}${new URL(pasted).pathname}`,
  };
}

/** A channel's id, which is what Slack takes; a name or anything else in its place is refused at once. */
export const CHANNEL_ID = /^[A-Z0-9]{2,30}$/;
export const CHANNEL_ID_EXPECTED = "expected a channel's id, such as C0123456789";

/** The address of an incoming webhook of Slack and nothing else; letter by letter, so that no parser can disagree. */
export const WEBHOOK_ADDRESS =
  /^https:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9]{1,40}\/[A-Za-z0-9]{1,40}\/[A-Za-z0-9]{1,80}$/;
