/** Who is on the way to the chat tool's own page and back: each is let in once, soon, and as who they were. */
import { hashToken, mintToken } from "../../../identity/sign-ins/sign-in.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import { type Instant, type Milliseconds, MINUTE } from "../../../vocabulary/units.ts";

/** Who began it: by a key or an account. */
export interface InstallBeginner {
  organizationId: string;
  actorId: string;
}

/** Those on the way. They are kept only in memory: a restart ends them. */
export interface PendingInstalls {
  /**
   * Returns the state that Slack sends back.
   *
   * @remarks Takes a text that the browser keeps, when a signed-in browser began it; null when only a key did.
   */
  begin(beginner: InstallBeginner, browser: string | null): string;
  /** Returns who began it, the first time within ten minutes and from the same browser; null ever after. */
  end(state: string, browser: string | null): InstallBeginner | null;
}

/** @see docs/api.md. */
export const INSTALL_LASTS: Milliseconds = 10 * MINUTE;

/** Of one organization; beyond them the oldest ends. */
const MOST = 20;

interface Pending extends InstallBeginner {
  browserHash: string | null;
  expiresAt: Instant;
}

export function createPendingInstalls(clock: Clock): PendingInstalls {
  const pending = new Map<string, Pending>();
  return {
    begin({ organizationId, actorId }, browser) {
      forgetSome(pending, organizationId, clock());
      const state = mintToken();
      const browserHash = browser === null ? null : hashToken(browser);
      pending.set(hashToken(state), {
        organizationId,
        actorId,
        browserHash,
        expiresAt: clock() + INSTALL_LASTS,
      });
      return state;
    },
    end(state, browser) {
      const hash = hashToken(state);
      const found = pending.get(hash);
      pending.delete(hash);
      if (found === undefined || found.expiresAt <= clock()) return null;
      const { browserHash, organizationId, actorId } = found;
      const isSame = browserHash === null || (browser !== null && hashToken(browser) === browserHash);
      return isSame ? { organizationId, actorId } : null;
    },
  };
}

/** The late ones of everybody, and the oldest of an organization that begins very many. */
function forgetSome(pending: Map<string, Pending>, organizationId: string, now: Instant): void {
  for (const [hash, { expiresAt }] of pending) if (expiresAt <= now) pending.delete(hash);
  const theirs = [...pending].filter(([, begun]) => begun.organizationId === organizationId);
  for (const [hash] of theirs.slice(0, Math.max(0, theirs.length - MOST + 1))) pending.delete(hash);
}
