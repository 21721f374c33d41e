/** Completion for bash. */
import type { Completions } from "./words.ts";

export function bashScript({ words, flagsWithValue }: Completions): string {
  return `# Completion of scoring for bash.
_scoring() {
  local line="\${COMP_WORDS[*]:1:COMP_CWORD-1} " word="\${COMP_WORDS[COMP_CWORD]}" words
  COMPREPLY=()
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    ${flagsWithValue.join(" | ")}) return ;;
  esac
  case "$line" in
${shellCases(words)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word")) # none of the words holds a blank
}
complete -o default -F _scoring scoring
`;
}

/** A case for each beginning, for shells that read such. */
export function shellCases(words: Completions["words"]): string {
  return [...words]
    .map(([beginning, next]) => `    ${pattern(beginning)}) words="${next.join(" ")}" ;;`)
    .join("\n");
}

function pattern(beginning: string): string {
  return beginning === "" ? "*" : `"${beginning} "*`;
}
