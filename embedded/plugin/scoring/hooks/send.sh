#!/bin/sh
# Sends what a hook of Claude Code says to the scoring server: send.sh prompt, or send.sh response. For the command
# /scoring:week it asks the server: send.sh week.
#
# Claude Code waits for a hook, reads what it prints, and takes an exit code of 2 as a veto. So the sending happens
# in the background, a hook prints nothing, and the exit code is always 0.
trap 'exit 0' EXIT
umask 077

VERSION=0.3.4
AGENT=scoring-plugin/$VERSION
# A server that is away or busy is asked again after 1, 2, 4, 8, 16 and 32 seconds.
AGAIN='--retry 6 --retry-connrefused --retry-max-time 60'

main() {
  # Ends of lines are never part of a JSON string, so the payload becomes one line.
  payload=$(tr '\n\r\t' '   ' | sed 's/^ *{ *"/{"/')
  case $payload in '{"'*) ;; *) return ;; esac
  command -v curl >/dev/null || return
  find_server || return
  now=$(date -u +%Y-%m-%dT%H:%M:%S.%3NZ)
  # The date of macOS knows no fractions of a second.
  case $now in *N*) now=$(date -u +%Y-%m-%dT%H:%M:%SZ) ;; esac
  (
    trap '' HUP
    trap - EXIT
    send "$1"
  ) </dev/null >/dev/null 2>&1 &
}

# The address and the key: both from the environment, or both from the file that `scoring connect --write` leaves.
# Never one of each, so that nobody who can set an address is sent a key that belongs to another.
find_server() {
  endpoint=${SCORING_ENDPOINT-} key=${SCORING_API_KEY-}
  if [ -z "$endpoint" ] || [ -z "$key" ]; then
    endpoint='' key=''
    while IFS='=' read -r name value; do
      case $name in endpoint) endpoint=$value ;; key) key=$value ;; esac
    done <"${XDG_CONFIG_HOME:-$HOME/.config}/scoring/plugin"
  fi
  endpoint=${endpoint%/}
  case $key in '' | *[!A-Za-z0-9_]*) return 1 ;; esac
  case $endpoint in *[\"\\[:space:]]*) return 1 ;; http://?* | https://?*) ;; *) return 1 ;; esac
}

send() {
  cache=${XDG_CACHE_HOME:-$HOME/.cache}/scoring-plugin
  mkdir -p "$cache" || return
  settings=$(read_settings | tr -d ' \t\r\n')
  case $1 in
  prompt) switch=prompts usual=/v1/prompts field=prompt ;;
  response) switch=responses usual=/v1/prompts/response field=last_assistant_message ;;
  *) return ;;
  esac
  case $settings in *"\"$switch\":true"*) ;; *) return ;; esac
  is_recent_enough "$(text_of minimumVersion)" || return
  place=$(place_of "$switch")
  body=$cache/body.$$
  trap 'rm -f "$body"' EXIT
  # Newer versions of Claude Code give an id of their own: it comes further back, and the last of two counts.
  [ "$1" = response ] || id="\"prompt_id\":\"$(random_id)\","
  printf '{"agent":"claude-code","timestamp":"%s",%s%s' "$now" "${id-}" "${payload#\{}" |
    shorten "$field" "${settings#*\"maxChars\":}" >"$body"
  # The id makes it safe to send again: the server takes it once.
  # shellcheck disable=SC2086 # several words
  call "${place:-$usual}" $AGAIN \
    --header 'Content-Type: application/json' --data-binary "@$body"
}

# What the server wants to be sent. Its answer counts for as long as it says; an old one counts while the server is
# away. The first line of the file is the second in which the server was asked.
read_settings() {
  file=$cache/config-$(printf '%s %s' "$endpoint" "$key" | cksum | tr -d ' ')
  if ! is_fresh "$file"; then
    again=$AGAIN
    [ ! -s "$file" ] || again=
    # shellcheck disable=SC2086 # several words, or none
    if date +%s >"$file.$$" && call /v1/plugin/config $again >>"$file.$$"; then
      mv "$file.$$" "$file"
    else
      rm -f "$file.$$"
    fi
  fi
  tail -n +2 "$file"
}

is_fresh() {
  [ -s "$1" ] || return 1
  asked=$(head -n 1 "$1")
  case $asked in '' | *[!0-9]*) return 1 ;; esac
  seconds=$(tail -n +2 "$1" | tr -d ' \t\r\n' | sed -n 's/.*"cacheSeconds":\([0-9]\{1,9\}\).*/\1/p')
  age=$(($(date +%s) - asked))
  [ "$age" -ge 0 ] && [ "$age" -lt "${seconds:-86400}" ]
}

# The text of a field of the settings.
text_of() {
  printf '%s' "$settings" | sed -n "s/.*\"$1\":\"\([^\"\\]*\)\".*/\1/p"
}

# Whether this plugin is at least of that version; of none named, it is.
is_recent_enough() {
  printf '%s %s' "$VERSION" "$1" | awk '{
    split($1, own, "[.]")
    split($2, least, "[.]")
    for (i = 1; i <= 3; i++) if (own[i] + 0 != least[i] + 0) exit own[i] + 0 < least[i] + 0
  }'
}

# The path under which the server takes such texts, where it names one. A path only, so that the key goes nowhere else.
place_of() {
  printf '%s' "$settings" |
    sed -n "s/.*\"endpoints\":{[^}]*\"$1\":\"\(\/[A-Za-z0-9][A-Za-z0-9\/_.-]*\)\".*/\1/p"
}

# Asks the server. Takes: the path, and what else curl should do. The key is handed over where no list of processes
# shows it; a ~/.curlrc is not read.
call() {
  path=$1
  shift
  printf 'url = "%s%s"\nheader = "Authorization: Bearer %s"\n' "$endpoint" "$path" "$key" |
    curl -q --config - --silent --fail --user-agent "$AGENT" --connect-timeout 5 --max-time 20 "$@"
}

random_id() {
  od -An -N16 -tx1 /dev/urandom | tr -d ' \n'
}

# Cuts the text of one field of the JSON on stdin. Takes: the field, and how many characters it may have, in front of
# anything else. An escape and a character of several bytes each count as one, and are never cut apart.
shorten() {
  LC_ALL=C awk -v name="\"$1\" *: *\"" -v most="${2%%[!0-9]*}" '
    {
      if (most == "" || length($0) <= most + 0 || !match($0, name)) { print; next }
      at = RSTART + RLENGTH
      head = substr($0, at, 6 * most + 6) # the longest escape has six signs; some kinds of awk are slow in long texts
      cut = 0
      size = 0
      for (i = 1; cut == 0 && (sign = substr(head, i, 1)) != "\"" && sign != ""; i += width) {
        width = 1
        if (sign == "\\") width = substr(head, i + 1, 1) == "u" ? 6 : 2
        if (sign < "\200" || sign >= "\300") size++
        if (size > most + 0) cut = i
      }
      if (cut == 0) { print; next }
      rest = substr($0, at + cut - 1)
      match(rest, /^([^"\\]|\\.)*/)
      print substr($0, 1, at + cut - 2) substr(rest, RLENGTH + 1)
    }'
}

# The command /scoring:week: three answers of the server, for the agent to show.
show_week() {
  command -v curl >/dev/null || { echo 'curl is missing on this machine.' && return; }
  find_server || { echo 'No server is set. On this machine: scoring connect claude-code --write' && return; }
  for tool in my_scores my_weakest_input my_cost; do
    call /mcp --header 'Content-Type: application/json' --data-binary "{\"jsonrpc\":\"2.0\",\"id\":1,
      \"method\":\"tools/call\",\"params\":{\"name\":\"$tool\",\"arguments\":{\"days\":7}}}" ||
      echo "$tool: the server did not answer, or refuses the key."
    echo
  done
}

case $1 in
week) show_week 2>/dev/null ;;
*) main "$@" 2>/dev/null ;;
esac
