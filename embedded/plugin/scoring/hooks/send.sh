#!/bin/sh
# Sends what a hook of Claude Code says to the scoring server: send.sh prompt, or send.sh response.
#
# Claude Code waits for a hook, reads what it prints, and takes an exit code of 2 as a veto. So the sending happens
# in the background, nothing is ever printed, and the exit code is always 0.
trap 'exit 0' EXIT
umask 077

AGENT=scoring-plugin/0.3.4

main() {
  payload=$(cat)
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
  prompt) switch=prompts path=/v1/prompts field=prompt ;;
  response) switch=responses path=/v1/prompts/response field=last_assistant_message ;;
  *) return ;;
  esac
  case $settings in *"\"$switch\":true"*) ;; *) return ;; esac
  body=$cache/body.$$
  trap 'rm -f "$body"' EXIT
  # Newer versions of Claude Code give an id of their own: it stands further back, and the last of two counts.
  [ "$1" = response ] || id="\"prompt_id\":\"$(random_id)\","
  printf '{"agent":"claude-code","timestamp":"%s",%s%s' "$now" "${id-}" "${payload#\{}" |
    shorten "$field" "${settings#*\"maxChars\":}" >"$body"
  # The id makes it safe to send again: the server takes it once.
  call "$path" --retry 4 --retry-connrefused --retry-max-time 60 \
    --header 'Content-Type: application/json' --data-binary "@$body"
}

# What the server wants to be sent, asked once in 24 hours; an old answer counts while the server is away.
read_settings() {
  file=$cache/config-$(printf '%s %s' "$endpoint" "$key" | cksum | tr -d ' ')
  if [ -z "$(find "$file" -mtime -1)" ]; then
    if call /v1/plugin/config --output "$file.$$"; then mv "$file.$$" "$file"; else rm -f "$file.$$"; fi
  fi
  cat "$file"
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
  LC_ALL=C awk -v name="\"$1\":\"" -v most="${2%%[!0-9]*}" '
    {
      at = index($0, name)
      if (at == 0 || most == "" || length($0) <= most + 0) { print; next }
      at += length(name)
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

main "$@" 2>/dev/null
