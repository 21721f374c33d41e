/** Completion for fish. */
import type { Completions } from "./words.ts";

export function fishScript({ words, flagsWithValue }: Completions): string {
  const valued = new Set(flagsWithValue);
  const lines = [...words].flatMap(([beginning, next]) =>
    next.map((word) => completion(beginning, word, valued)),
  );
  return `# Completion of scoring for fish.
function __scoring_stands
    set -l line (commandline -opc)[2..]
    if test (count $argv) -eq 0
        test (count $line) -eq 0
    else
        test "$line[1..$(count $argv)]" = "$argv"
    end
end
complete -c scoring -f
${lines.join("\n")}
`;
}

function completion(beginning: string, word: string, valued: ReadonlySet<string>): string {
  const condition = beginning === "" ? "__scoring_stands" : `'__scoring_stands ${beginning}'`;
  const stands = `complete -c scoring -n ${condition}`;
  if (!word.startsWith("--")) return `${stands} -a ${word}`;
  return `${stands} -l ${word.slice(2)}${valued.has(word) ? " -rF" : ""}`;
}
