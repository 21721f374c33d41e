/** Paths that people take before they are signed in. */

/** How people may sign in. */
export const WAYS_PATH = "/v1/session/ways";
/** To the OpenID Connect provider. */
export const BEGIN_PATH = "/v1/session/oidc";
/** Back from there. */
export const CALLBACK_PATH = `${BEGIN_PATH}/callback` as const;
