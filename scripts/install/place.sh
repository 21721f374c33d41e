# shellcheck shell=sh disable=SC2154
# Puts files where they belong and takes the same files away again. Read in by install.sh, which has fail, report and as_owner,
# and the folder $work, which only this run may enter.
#
# The manifest has a line for each file, "file <checksum> <path>", and for each folder that was made for them,
# "folder <path>". DESTDIR comes before every path, as packagers expect it; the manifest leaves it out.

SERVICE_DATA=/var/lib/scoring
UNIT=/etc/systemd/system/scoring.service
SYSUSERS=/etc/sysusers.d/scoring.conf

# Sets the prefix as an absolute path, and what follows from it. Takes: the folder as the caller wrote it.
choose_prefix() {
  case $1 in
    *[[:space:]%\"\']* | *\\*) fail "--prefix $1: blanks, quotes, backslashes and % cannot be used here" "choose another folder" ;;
    /*) prefix=${1%/} ;;
    *) fail "--prefix $1 is not an absolute path" "give the whole path, such as /usr/local or $HOME/.local" ;;
  esac
  root=${DESTDIR:-}
  manifest=$prefix/share/scoring/installed
}

# Before anything is built or written: whether all of it can be put in place.
check_places() {
  check_place "$prefix/bin/scoring"
  for document in $(documents); do check_place "$prefix/share/doc/scoring/$document"; done
  for shell in bash zsh fish; do check_place "$(completion_path "$shell")"; done
  check_place "$(manual_path)"
  nearest=$root$prefix
  while [ ! -e "$nearest" ]; do nearest=$(dirname "$nearest"); done
  [ -w "$nearest" ] || fail "you may not write to $nearest" "run it with sudo, or choose a --prefix of your own, such as $HOME/.local"
  [ "$systemd" = yes ] || return 0
  check_place "$UNIT"
  check_place "$SYSUSERS"
  [ -n "$root" ] && return
  [ "$(id -u)" = 0 ] || fail "--systemd needs root" "run it with sudo"
  [ -d /run/systemd/system ] || fail "--systemd: this machine was not started by systemd" "leave it out: ./install.sh --prefix $prefix installs the same without a service"
}

# What is there may be replaced when the manifest says that it is ours and it was not changed since.
check_place() {
  [ -e "$root$1" ] || return 0
  case $(state_of "$1") in
    ours) ;;
    changed) fail "$root$1 was changed since install.sh put it there" "move it away, and run this again" ;;
    *) fail "$root$1 is there already, and install.sh did not put it there" "move it away, and run this again" ;;
  esac
}

# Says ours, changed or foreign.
state_of() {
  if grep -qxF "file $(checksum "$root$1") $1" "$root$manifest" 2>/dev/null; then
    echo ours
  elif awk -v path="$1" '$1 == "file" && $3 == path { found = 1 } END { exit !found }' "$root$manifest" 2>/dev/null; then
    echo changed
  else
    echo foreign
  fi
}

checksum() {
  cksum <"$1" | tr ' ' '-'
}

# Where each shell looks for what completes a command.
completion_path() {
  case $1 in
    bash) echo "$prefix/share/bash-completion/completions/scoring" ;;
    zsh) echo "$prefix/share/zsh/site-functions/_scoring" ;;
    fish) echo "$prefix/share/fish/vendor_completions.d/scoring.fish" ;;
  esac
}

# Licences, and the documents, for machines without a way out.
documents() {
  echo LICENSE THIRD-PARTY-NOTICES.md CHANGELOG.md
  for document in README.md docs/*.md docs/monitoring/*; do [ ! -e "$document" ] || echo "$document"; done
}

manual_path() {
  echo "$prefix/share/man/man1/scoring.1"
}

# Puts everything in place. The manifest comes first, so that an install that is broken off can be taken back.
place_all() {
  umask 022
  if [ -e "$root$manifest" ]; then cp "$root$manifest" "$work/before"; else : >"$work/before"; fi
  made=$(folders_missing "$root$prefix/share/scoring")
  mkdir -p "$root$prefix/share/scoring"
  grep '^folder ' "$work/before" >"$work/manifest" || true
  note_folders "$made"
  place 755 scoring "$prefix/bin/scoring"
  for document in $(documents); do place 644 "$document" "$prefix/share/doc/scoring/$document"; done
  for shell in bash zsh fish; do
    ./scoring completion "$shell" >"$work/completion"
    place 644 "$work/completion" "$(completion_path "$shell")"
  done
  as_owner bun scripts/write-manual.ts >"$work/manual"
  place 644 "$work/manual" "$(manual_path)"
  if [ "$systemd" = yes ]; then
    sed "s|@EXECUTABLE@|$prefix/bin/scoring|" scripts/install/systemd-unit.ini >"$work/unit"
    place 644 "$work/unit" "$UNIT"
    place 644 scripts/install/sysusers.conf "$SYSUSERS"
  fi
  drop_outdated
  report "installed" "$root$prefix/bin/scoring"
}

# place <mode> <source> <path>: the new file takes the old one's place at once, also while that one runs.
place() {
  folder=$(dirname "$root$3")
  made=$(folders_missing "$folder")
  mkdir -p "$folder"
  note_folders "$made"
  echo "file $(checksum "$2") $3" >>"$work/manifest"
  cat "$work/before" "$work/manifest" | sort -u >"$root$manifest"
  cp "$2" "$root$3.new"
  chmod "$1" "$root$3.new"
  mv -f "$root$3.new" "$root$3"
}

folders_missing() {
  folder=$1
  while [ ! -e "$folder" ]; do
    echo "$folder"
    folder=$(dirname "$folder")
  done
}

# Folders of DESTDIR itself are not ours.
note_folders() {
  for folder in $1; do
    case $folder in
      "$root"/*) echo "folder ${folder#"$root"}" >>"$work/manifest" ;;
    esac
  done
}

# Files of an earlier version that this one no longer has.
drop_outdated() {
  awk '$1 == "file" { print $3 }' "$work/before" | while read -r path; do
    grep -q " $path\$" "$work/manifest" || drop_file "$path"
  done
  sort -u "$work/manifest" >"$root$manifest"
  chmod 644 "$root$manifest"
}

drop_file() {
  case $1 in
    # an install without --systemd leaves the service of an earlier one as it is
    "$UNIT" | "$SYSUSERS") grep " $1\$" "$work/before" >>"$work/manifest" ;;
    *) [ "$(state_of "$1")" != ours ] || rm -f "$root$1" ;;
  esac
}

# Makes the user and reloads systemd; in a DESTDIR both are left to whoever unpacks it.
start_service() {
  [ -z "$root" ] || return 0
  step "user" "making the user scoring" "the lines above say why" make_user
  step "systemd" "making the unit known to systemd" "the lines above say why" reload_units
}

reload_units() {
  systemctl daemon-reload && echo "knows scoring.service"
}

# A service that runs goes on with the version that it was started with.
service_command() {
  if [ -z "$root" ] && systemctl --quiet is-active scoring; then
    echo "systemctl restart scoring (until then the version before runs on)"
  else
    echo "systemctl enable --now scoring"
  fi
}

make_user() {
  systemd-sysusers "$SYSUSERS" && echo "scoring"
}

# Removes exactly what the manifest names; what was changed since stays and is named.
remove_all() {
  had_service=no
  if [ ! -e "$root$manifest" ]; then
    is_data_left || fail "nothing that install.sh put there was found under $root$prefix" "give the --prefix that it was installed with"
    had_service=yes
    return
  fi
  cp "$root$manifest" "$work/before"
  stop_service
  awk '$1 == "file" { print $3 }' "$work/before" | while read -r path; do remove_file "$path"; done
  rm -f "$root$manifest"
  # the longest paths first: a folder goes before the one that holds it, and only when it is empty
  awk '$1 == "folder" { print length($2), $2 }' "$work/before" | sort -rn | while read -r _ path; do
    rmdir "$root$path" 2>/dev/null || true
  done
  [ "$had_service" = no ] || [ -n "$root" ] || systemctl daemon-reload
  report "removed" "what install.sh had put under $root$prefix"
}

# An earlier uninstall kept the data. With a unit the service is still installed, under another prefix.
is_data_left() {
  [ "$delete_data" = yes ] && [ -e "$root$SERVICE_DATA" ] && [ ! -e "$root$UNIT" ]
}

remove_file() {
  [ -e "$root$1" ] || return 0
  if [ "$(state_of "$1")" = ours ]; then
    rm -f "$root$1"
  else
    report "kept" "$root$1, which was changed since it was installed"
  fi
}

stop_service() {
  grep -q " $UNIT\$" "$work/before" || return 0
  had_service=yes
  [ -z "$root" ] || return 0
  systemctl disable --now scoring || true
}

# The records and their user stay unless --delete-data says otherwise.
remove_data() {
  if [ "$had_service" = no ]; then
    [ "$delete_data" = no ] || report "data" "no service was installed; delete the folder that you gave as --data-dir yourself"
    return 0
  fi
  if [ "$delete_data" = no ]; then
    [ ! -e "$root$SERVICE_DATA" ] || report "kept" "$root$SERVICE_DATA, the data; --delete-data removes it too"
    return
  fi
  rm -rf "$root/var/lib/scoring"
  [ -n "$root" ] || userdel scoring 2>/dev/null || true
  report "removed" "$root$SERVICE_DATA, the data"
}
