/** The one place that reads the process's environment. */

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment that the process was started with; children that need one are handed it. */
export function processEnvironment(): Environment {
  return process.env;
}
