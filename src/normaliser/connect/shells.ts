/** How environment variables are set in the shells that people start their agents from. */

export const SHELLS = ["sh", "fish", "powershell"] as const;
/** `sh` stands for every POSIX shell: bash, zsh, dash. */
export type Shell = (typeof SHELLS)[number];

/** Lines that set these variables for everything started from that shell. */
export function settingLines(shell: Shell, variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => LINE_OF[shell](name, value))
    .join("\n");
}

const LINE_OF: Readonly<Record<Shell, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}=${/^[\w/.:%=-]+$/.test(value) ? value : `"${value}"`}`,
  fish: (name, value) => `set -gx ${name} '${value.replace(/['\\]/g, "\\$&")}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
};
