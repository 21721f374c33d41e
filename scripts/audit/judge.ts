/** Which of the flaws that a registry knows of are against a change, and which were looked at and accepted. */

/** A flaw as the registry describes it. */
export interface Advisory {
  url: string;
  title: string;
  severity: string;
  vulnerable_versions: string;
}

/** What `bun audit --json` writes: flaws by the package that has them. */
export type Advisories = Readonly<Record<string, readonly Advisory[]>>;

/** A flaw that does not concern this program, or cannot be mended yet. */
export interface Accepted {
  /** GHSA-…, the last part of the advisory's address. */
  id: string;
  /** Why it does no harm here. */
  reason: string;
  /** The day, as 2026-12-31, from which it counts again. */
  until: string;
}

/** The flaws in words. */
export interface Judged {
  /** Each fails the audit. */
  standing: string[];
  accepted: string[];
  /** Accepted flaws that no package has any more. */
  leftOver: string[];
}

/** @param today - Today as 2026-11-22. */
export function judgeAdvisories(found: Advisories, list: readonly Accepted[], today: string): Judged {
  const flaws = Object.entries(found).flatMap(([name, advisories]) =>
    advisories.map((advisory) => ({ id: idOf(advisory), text: describe(name, advisory) })),
  );
  const acceptanceOf = (id: string) => list.find((accepted) => accepted.id === id && today < accepted.until);
  return {
    standing: flaws.filter(({ id }) => acceptanceOf(id) === undefined).map(({ text }) => text),
    accepted: flaws.flatMap(({ id, text }) => {
      const acceptance = acceptanceOf(id);
      return acceptance === undefined ? [] : [`${text}\n  ${acceptance.reason}`];
    }),
    leftOver: list.map(({ id }) => id).filter((id) => !flaws.some((flaw) => flaw.id === id)),
  };
}

function idOf({ url }: Advisory): string {
  return url.split("/").at(-1) ?? url;
}

function describe(name: string, { severity, title, vulnerable_versions, url }: Advisory): string {
  return `${name} ${vulnerable_versions}, ${severity}: ${title}, ${url}`;
}
