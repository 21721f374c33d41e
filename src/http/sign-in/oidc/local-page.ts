/** The page that is opened after signing in. */

/** Printable, so that no browser drops a character of it, and with no second slash, which would name a host. */
const LOCAL = /^\/(?![/\\])[\x21-\x7e]*$/;

/** Returns a page of this server, whatever was asked for; the overview when it is none. */
export function localPage(asked: string | undefined): string {
  return asked !== undefined && LOCAL.test(asked) ? asked : "/";
}
