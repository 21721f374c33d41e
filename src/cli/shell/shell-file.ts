/** What shells read to show the line: a function that reads one small file, and has it refreshed in the background. */
import { REFRESH_SECONDS } from "./status-line.ts";

/** What the function needs. */
export interface ShellFile {
  /** The file with the line. */
  line: string;
  endpoint: string;
  key: string;
}

/** Shells that show the line. */
export const LINE_SHELLS = ["sh", "fish"] as const;
export type LineShell = (typeof LINE_SHELLS)[number];

/** Returns the text of the file; `sh` is for bash, zsh and every POSIX shell. */
export function shellFile(shell: LineShell, wanted: ShellFile): string {
  return WRITERS[shell](wanted);
}

const OPENING = "# Shows how the work with agents goes. Written by `scoring connect shell`; it holds a key.";

const WRITERS: Readonly<Record<LineShell, (wanted: ShellFile) => string>> = {
  sh: ({ line, endpoint, key }) => `${OPENING}
[ -z "\${ZSH_VERSION-}" ] || zmodload zsh/datetime 2>/dev/null
SCORING_LINE= SCORING_ASKED=0 scoring_status=0 scoring_at=0 scoring_now=0
scoring_line() {
  scoring_status=$?
  SCORING_LINE= scoring_at=0
  { read -r scoring_at SCORING_LINE <${quoted(line)}; } 2>/dev/null
  scoring_now=\${EPOCHSECONDS:-$(date +%s)}
  if [ $((scoring_now - scoring_at)) -ge ${REFRESH_SECONDS} ] && [ $((scoring_now - SCORING_ASKED)) -ge ${REFRESH_SECONDS} ]; then
    SCORING_ASKED=$scoring_now
    (SCORING_API_KEY=${key} scoring status-line --refresh --endpoint ${quoted(endpoint)} </dev/null >/dev/null 2>&1 &)
  fi
  return $scoring_status
}
`,
  fish: ({ line, endpoint, key }) => `${OPENING}
function scoring_line
    set -l at 0
    set -l text ''
    test -r ${quotedForFish(line)}; and read at text <${quotedForFish(line)}
    string match -qr '^\\d+$' -- "$at"; or set at 0
    set -l now (date +%s)
    set -q SCORING_ASKED; or set -g SCORING_ASKED 0
    if test (math $now - $at) -ge ${REFRESH_SECONDS}; and test (math $now - $SCORING_ASKED) -ge ${REFRESH_SECONDS}
        set -g SCORING_ASKED $now
        set -lx SCORING_API_KEY ${key}
        env scoring status-line --refresh --endpoint ${quotedForFish(endpoint)} </dev/null >/dev/null 2>&1 &
        disown $last_pid 2>/dev/null
    end
    echo -n $text
end
function scoring_right_prompt
    functions -q scoring_right_before; and return
    functions -q fish_right_prompt; or function fish_right_prompt; end
    functions -c fish_right_prompt scoring_right_before
    function fish_right_prompt
        string join ' ' -- (scoring_right_before) (scoring_line)
    end
end
`,
};

/** What a person adds to the files of shells and agents: to the prompt that is there, once however often it is read. */
export function linesToAdd(shell: LineShell, file: string): string[] {
  if (shell === "fish")
    return ["# ~/.config/fish/config.fish", `source ${quotedForFish(file)}; scoring_right_prompt`];
  const command = `sh -c ${quoted(`. ${quoted(file)}; scoring_line; echo "$SCORING_LINE"`)}`;
  return [
    "# ~/.bashrc",
    `. ${quoted(file)}; [[ $PS1 = *SCORING_LINE* ]] || { PROMPT_COMMAND="scoring_line\${PROMPT_COMMAND:+;$PROMPT_COMMAND}"; PS1='$SCORING_LINE '"$PS1"; }`,
    "# ~/.zshrc",
    `. ${quoted(file)}; setopt prompt_subst; [[ $RPROMPT = *SCORING_LINE* ]] || { precmd_functions+=(scoring_line); RPROMPT="$RPROMPT"'\${SCORING_LINE:+ $SCORING_LINE}'; }`,
    "# Claude Code: ~/.claude/settings.json",
    JSON.stringify({ statusLine: { type: "command", command } }),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function quotedForFish(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
