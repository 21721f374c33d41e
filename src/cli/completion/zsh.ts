/** Completion for zsh. */
import { shellCases } from "./bash.ts";
import type { Completions } from "./words.ts";

export function zshScript({ words, flagsWithValue }: Completions): string {
  // zsh has an array called words of its own
  const cases = shellCases(words).replaceAll(') words="', ') next="');
  return `#compdef scoring
# Completion of scoring for zsh.
_scoring() {
  local line="\${(j: :)words[2,CURRENT-1]} " next
  case "\${words[CURRENT-1]}" in
    ${flagsWithValue.join(" | ")}) _files; return ;;
  esac
  case "$line" in
${cases}
  esac
  compadd -- \${=next} || _files
}
if [[ \${funcstack[1]} == _scoring ]]; then _scoring "$@"; else compdef _scoring scoring; fi
`;
}
