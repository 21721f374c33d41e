/** Whether every stage can do its work right now. */

/** What one stage says of itself; the detail is for people and holds no secret and no path. */
export interface StageState {
  ready: boolean;
  detail: string | null;
  /** Whether its work fails and is tried again; absent when it does not. */
  failing?: true;
}

/** Asks one stage; an exception counts as not ready. */
export type StageCheck = () => StageState | Promise<StageState>;

/** All stages together. */
export interface Readiness {
  status: "ready" | "not_ready";
  stages: Record<string, StageState>;
}

const SLOWEST_CHECK_MS = 2_000;

/** Asks all stages at once; one that does not answer within 2 s is not ready. */
export async function askStages(checks: Readonly<Record<string, StageCheck>>): Promise<Readiness> {
  const answers = Object.entries(checks).map(
    async ([stage, check]) => [stage, await askStage(check)] as const,
  );
  const stages = Object.fromEntries(await Promise.all(answers));
  const isReady = Object.values(stages).every((state) => state.ready);
  return { status: isReady ? "ready" : "not_ready", stages };
}

async function askStage(check: StageCheck): Promise<StageState> {
  const { promise: tooLate, resolve } = Promise.withResolvers<StageState>();
  const timer = setTimeout(() => resolve({ ready: false, detail: "it does not answer" }), SLOWEST_CHECK_MS);
  try {
    return await Promise.race([check(), tooLate]);
  } catch {
    // The exception's own words may hold a path; what broke is in the log of the stage.
    return { ready: false, detail: "its check failed" };
  } finally {
    clearTimeout(timer);
  }
}
