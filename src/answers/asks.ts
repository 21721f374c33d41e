/** What can be asked of another thread by name, as functions. */

/** What is done there, by name: with the stores of that thread, and what is asked. */
type Works = Readonly<Record<string, (stores: never, asked: never) => Promise<unknown>>>;

/** What one of them is asked. */
export type AskedOf<All extends Works, Name extends keyof All> = Parameters<All[Name]>[1];

/** What one of them answers. */
export type AnswerOf<All extends Works, Name extends keyof All> = Awaited<ReturnType<All[Name]>>;

/** Each of them as a function here. */
export type Asks<All extends Works> = {
  [Name in keyof All]: (asked: AskedOf<All, Name>) => Promise<AnswerOf<All, Name>>;
};

/** Makes the functions from one that asks for any of them by its name. */
export function asksBy<All extends Works>(
  works: All,
  ask: <Name extends keyof All>(name: Name, asked: AskedOf<All, Name>) => Promise<AnswerOf<All, Name>>,
): Asks<All> {
  const byName = Object.keys(works).map((name) => [name, (asked: never) => ask(name, asked)]);
  return Object.fromEntries(byName) as Asks<All>;
}
