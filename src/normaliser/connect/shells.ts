/** How environment variables are set for one command in the shells that people start their agents from. */

export const SHELLS = ["sh", "fish", "powershell"] as const;
/** `sh` stands for every POSIX shell: bash, zsh, dash. */
export type Shell = (typeof SHELLS)[number];

/** Variables, and the one command that they are for. */
export interface CommandVariables {
  command: string;
  variables: Readonly<Record<string, string>>;
}

/**
 * Writes a function of the command's name that starts the command with these variables.
 *
 * Agents share the names of their variables, and what an agent starts inherits its shell's: set for the whole shell,
 * one agent's would be another's too. The shell's own `command` starts the program and never the function; the program
 * `env` would show the key to everybody who lists processes.
 *
 * @param shell that the function is for
 * @returns the function as text, without a line end
 */
export function commandFunction(shell: Shell, wanted: CommandVariables): string {
  return WRITERS[shell](wanted);
}

const WRITERS: Readonly<Record<Shell, (wanted: CommandVariables) => string>> = {
  sh: ({ command, variables }) =>
    [
      `${command}() {`,
      ...Object.entries(variables).map(([name, value]) => `  ${name}=${forPosix(value)} \\`),
      `    command ${command} "$@"`,
      "}",
    ].join("\n"),
  fish: ({ command, variables }) =>
    [
      `function ${command}`,
      ...Object.entries(variables).map(([name, value]) => `  set -lx ${name} ${forFish(value)}`),
      `  command ${command} $argv`,
      "end",
    ].join("\n"),
  powershell: ({ command, variables }) =>
    [
      `function ${command} {`,
      "  $before = @{}",
      "  $wanted = @{",
      ...Object.entries(variables).map(([name, value]) => `    ${name} = '${value.replaceAll("'", "''")}'`),
      "  }",
      "  foreach ($name in $wanted.Keys) {",
      "    $before[$name] = [Environment]::GetEnvironmentVariable($name)",
      "    [Environment]::SetEnvironmentVariable($name, $wanted[$name])",
      "  }",
      `  try { & (Get-Command ${command} -CommandType Application, ExternalScript)[0] @args }`,
      "  finally { foreach ($name in $wanted.Keys) { [Environment]::SetEnvironmentVariable($name, $before[$name]) } }",
      "}",
    ].join("\n"),
};

/** In single quotes nothing has a meaning for a shell, only the quote itself. */
function forPosix(value: string): string {
  return /^[\w/.:%=-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

function forFish(value: string): string {
  return `'${value.replace(/['\\]/g, "\\$&")}'`;
}
