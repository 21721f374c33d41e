/** The engine nodes that an ingest node asks: which answered last, and in which order a client's requests try them. */
import { createHash } from "node:crypto";
import type { Log } from "../../vocabulary/log.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";

/** Engine nodes, looked at all the time. */
export interface Engines {
  /**
   * Every engine, those that answered last first; the same client's requests begin with the same one, because an
   * engine keeps in memory what a sign-in has begun.
   *
   * @param client - The client's address.
   * @returns Their origins, such as `http://10.0.0.7:4318`.
   */
  inOrderFor(client: string): string[];
  /** Notes that one did not answer. */
  missed(engine: string): void;
  /** How many answer, of how many. */
  count(): { answering: number; all: number };
  stop(): void;
}

/** What looking at them needs. */
export interface EnginesParts {
  /** As the settings have them. */
  urls: readonly string[];
  log: Log;
  /** How often each is looked at. */
  everyMs?: Milliseconds;
}

const LOOK_EVERY_MS: Milliseconds = SECOND;
/** An engine that is slower than this is tried after the others. */
const PATIENCE_MS: Milliseconds = 2 * SECOND;

/** Begins to look at them. */
export function watchEngines({ urls, log, everyMs = LOOK_EVERY_MS }: EnginesParts): Engines {
  const all = [...new Set(urls.map((url) => new URL(url).origin))];
  const away = new Set<string>();

  function note(engine: string, answers: boolean): void {
    if (answers === !away.has(engine)) return;
    if (answers) away.delete(engine);
    else away.add(engine);
    const message = answers ? "an engine answers again" : "an engine does not answer";
    log[answers ? "info" : "warning"](message, { engine, answering: all.length - away.size });
  }

  const looking = new Set<string>();
  async function look(engine: string): Promise<void> {
    if (looking.has(engine)) return;
    looking.add(engine);
    note(engine, await isAlive(engine));
    looking.delete(engine);
  }
  const lookAtAll = (): void => all.forEach((engine) => void look(engine));
  lookAtAll();
  const timer = setInterval(lookAtAll, everyMs);

  return {
    inOrderFor(client) {
      const ranked = all
        .map((engine) => ({ engine, isAway: away.has(engine), rank: rankOf(engine, client) }))
        .toSorted((left, right) => Number(left.isAway) - Number(right.isAway) || left.rank - right.rank);
      return ranked.map(({ engine }) => engine);
    },
    missed: (engine) => note(engine, false),
    count: () => ({ answering: all.length - away.size, all: all.length }),
    stop: () => clearInterval(timer),
  };
}

async function isAlive(engine: string): Promise<boolean> {
  try {
    const response = await fetch(`${engine}/livez`, {
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Equal at every ingest node; when an engine goes, only its clients move (rendezvous hashing). */
function rankOf(engine: string, client: string): number {
  return createHash("sha1").update(`${client} ${engine}`).digest().readUInt32BE();
}
