#!/bin/sh
# Sets up this checkout, leaves the executable, ./scoring, in it, and installs it where asked. See ./install.sh --help.
set -eu

OLDEST_BUN=1.4.5
# Measured on a Debian without Bun and Go: 650 MB in the checkout, 200 of them Bun's, and 100 MB in npm's cache; what
# bun.lock names is in Bun's cache and in the checkout at once. A Go that is brought looks for its own room.
NEEDED_MB=750
BEHIND_A_PROXY="look at the lines above; behind a proxy set HTTPS_PROXY, and when its certificate is not
trusted, NODE_EXTRA_CA_CERTS=/path/to/its/certificate.pem"

main() {
  cd "$(dirname "$0")"
  read_arguments "$@"
  # the only folder for files on their way: nobody else may enter it, so no name in it can be taken by another user
  work=$(mktemp -d)
  output=$work/output
  trap clean_up EXIT
  trap 'exit 130' INT TERM HUP

  if [ -n "$wanted_prefix" ]; then
    . ./scripts/install/place.sh
    choose_prefix "$wanted_prefix"
    if [ "$uninstall" = yes ]; then
      remove_all
      remove_data
      return
    fi
    check_places
  fi
  set_up
  [ "$run_tests" = no ] || test_all
  if [ -z "$wanted_prefix" ]; then
    [ "$run_tests" = yes ] || printf '\nNext: ./scoring try (what agents keep here already), ./scoring serve, or ./scoring demo for sample data\n'
    return
  fi
  place_all
  if [ "$systemd" = no ]; then
    printf '\nNext: %s/bin/scoring serve\n' "$prefix"
  else
    start_service
    printf '\nNext: %s\n' "$(service_command)"
  fi
}

read_arguments() {
  run_tests=no timings='' wanted_prefix='' systemd=no uninstall=no delete_data=no
  while [ $# -gt 0 ]; do
    case $1 in
      --test) run_tests=yes ;;
      --timings) run_tests=yes timings=--timings ;;
      --prefix)
        [ $# -gt 1 ] || refuse_arguments "--prefix needs a folder, such as /usr/local"
        wanted_prefix=$2
        shift
        ;;
      --prefix=?*) wanted_prefix=${1#--prefix=} ;;
      --systemd) systemd=yes ;;
      --uninstall) uninstall=yes ;;
      --delete-data) delete_data=yes ;;
      --help | -h) usage && exit 0 ;;
      *) refuse_arguments "unknown argument: $1" ;;
    esac
    shift
  done
  [ "$delete_data" = no ] || [ "$uninstall" = yes ] || refuse_arguments "--delete-data goes with --uninstall"
  [ "$uninstall" = no ] || [ "$systemd$run_tests" = nono ] || refuse_arguments "--uninstall can only be combined with --prefix and --delete-data"
  [ "$systemd$uninstall" = nono ] || wanted_prefix=${wanted_prefix:-/usr/local}
}

refuse_arguments() {
  printf '%s\n' "$1" >&2
  usage >&2
  exit 2
}

usage() {
  cat <<END
Usage: ./install.sh [--test] [--timings] [--prefix DIR] [--systemd]
       ./install.sh --uninstall [--prefix DIR] [--delete-data]

Sets up this checkout and leaves the executable, ./scoring, in it. Run it again at any
time: what is already there stays. Outside the checkout only the download caches of npm,
Bun and Go are written, and what --prefix and --systemd name; only --systemd and a
--prefix of the system's need root.

  --test         run all tests afterwards
  --timings      run them, keep the time of each file and print the slowest
  --prefix DIR   then install it: DIR/bin/scoring, licences and documents in
                 DIR/share/doc/scoring, a manual page, and what bash, zsh and fish need
                 to complete its commands
  --systemd      install a systemd service too, and the user it runs as; DIR is /usr/local
                 unless --prefix says otherwise
  --uninstall    remove what --prefix and --systemd put there, and nothing else
  --delete-data  with --uninstall: remove the service's data, /var/lib/scoring, too
  --help         show this text

Installing again upgrades. With DESTDIR=/some/root set everything goes below that folder,
for packages and images.

It needs $NEEDED_MB MB of disk, and npm unless Bun $OLDEST_BUN or newer is on the PATH. The stream's
server is a nats-server 2.12 or newer that NATS_SERVER_BIN=/path/to/nats-server names, or is
built by the Go on the PATH, or is the official release, or is built by a Go that is brought
from the Go module proxy (GOPROXY is obeyed) and removed afterwards, for which it needs
700 MB more meanwhile.

It takes one to three minutes the first time, most of it for that server, and two seconds
when nothing has changed since. On two cores with nothing else to do the tests take about
ten minutes, and on busy ones twice that and more.
END
}

# TESTS_UNDER is a command that runs another one; .ci/run has the tests watched by it.
test_all() {
  printf '\n'
  # shellcheck disable=SC2086  # several words
  { as_owner ${TESTS_UNDER:-} bun run test:all $timings 2>&1 || echo $? >"$work/failed"; } | tee "$work/tests"
  # each test that is skipped says what it needs, far above; here all of that is together
  sed -n 's/^skipped, for it is missing here: /  /p' "$work/tests" | sort -u >"$work/missing"
  [ ! -s "$work/missing" ] || printf 'Some tests were skipped, for want of:\n%s\n' "$(cat "$work/missing")"
  [ ! -e "$work/failed" ] || exit "$(cat "$work/failed")"
}

set_up() {
  check_disk
  find_owner
  find_bun
  step "packages" "installing what bun.lock names" "$BEHIND_A_PROXY" as_owner bun install --frozen-lockfile
  step "nats-server" "obtaining the stream's server (a minute or two when Go builds it)" \
    "the lines above say how to provide one" \
    as_owner bun scripts/obtain-nats.ts
  step "scoring" "building the executable" \
    "the lines above name the file that does not build" \
    as_owner bun scripts/build.ts --unless-built
}

# Whose checkout it is, where root works in the checkout of another user.
find_owner() {
  owner=
  [ "$(id -u)" = 0 ] || return 0
  # shellcheck disable=SC2012  # the one way to ask for it that every system has
  owner=$(ls -nd . | awk '$3 != 0 { print $3 }')
  [ -n "$owner" ] || return 0
  if ! command -v setpriv >/dev/null; then
    report "owner" "root builds what is user $owner's: there is no setpriv here"
    owner=
    return
  fi
  # shellcheck disable=SC2012
  group=$(ls -nd . | awk '{ print $4 }')
  home=$(getent passwd "$owner" | cut -d : -f 6)
}

# What is built in another user's checkout is built as that user: its files stay theirs, and git knows the commit.
as_owner() {
  if [ -z "$owner" ]; then
    "$@"
  else
    setpriv --reuid "$owner" --regid "$group" --clear-groups env HOME="${home:-$PWD/.tools}" "$@"
  fi
}

# A disk that fills up half-way leaves errors that name anything but the disk.
check_disk() {
  free_mb=$(df -Pk . | awk 'NR == 2 { print int($4 / 1024) }')
  [ "$free_mb" -ge "$NEEDED_MB" ] || [ -x scoring ] ||
    fail "this disk has $free_mb MB left; setting up needs $NEEDED_MB MB" "free some, or clone into another disk"
}

# Puts a recent enough Bun on the PATH: the one that is there, else one of the checkout's own.
find_bun() {
  found=$(as_owner bun --version 2>/dev/null || true)
  if is_recent "$found"; then
    report "bun" "$found, already there"
    return
  fi
  PATH="$PWD/.tools/node_modules/.bin:$PATH"
  export PATH
  found=$(as_owner bun --version 2>/dev/null || true)
  if is_recent "$found"; then
    report "bun" "$found, already in .tools"
    return
  fi
  command -v npm >/dev/null || install_npm
  step "bun" "installing Bun $OLDEST_BUN into .tools" \
    "$BEHIND_A_PROXY; or put Bun $OLDEST_BUN or newer on the PATH: https://bun.com/docs/installation" \
    install_bun
}

install_bun() {
  as_owner npm install --prefix .tools --no-audit --no-fund --loglevel=error "bun@$OLDEST_BUN" &&
    echo "$OLDEST_BUN, installed into .tools"
}

is_recent() {
  [ -n "$1" ] && [ "$(printf '%s\n' "$OLDEST_BUN" "$1" | sort -t . -k 1,1n -k 2,2n -k 3,3n | head -n 1)" = "$OLDEST_BUN" ]
}

install_npm() {
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    fail "npm is missing, and Bun $OLDEST_BUN is not on the PATH" \
      "install npm (on Debian: apt-get install npm), or Bun itself: https://bun.com/docs/installation"
  fi
  step "npm" "installing Debian's npm" "apt-get could not install npm; install it by hand" \
    apt_install npm ca-certificates
}

apt_install() {
  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends "$@" &&
    echo "installed by apt: $*"
}

# step <name> <what is being done> <what to do when it fails> <command…>
# Runs the command quietly and reports its last line; says what is being done once that takes two seconds.
step() {
  name=$1 doing=$2 remedy=$3
  shift 3
  show_progress "$name" "$doing" &
  progress=$!
  status=0
  "$@" >"$output" 2>&1 || status=$?
  stop_progress
  if [ "$status" != 0 ]; then
    cat "$output" >&2
    fail "$name: $doing failed" "$remedy"
  fi
  report "$name" "$(tail -n 1 "$output")"
}

# Its sleeps are cut off from standard output, so that one left over does not hold a pipe open.
show_progress() {
  sleep 2 >/dev/null 2>&1
  [ -t 1 ] || { printf '%-12s %s …\n' "$1" "$2" && return; }
  seconds=2
  while :; do
    far=$(tail -n 1 "$output" 2>/dev/null | tr -d '[:cntrl:]' | cut -c 1-70)
    printf '\r\033[K%-12s %s … %s s' "$1" "${far:-$2}" "$seconds"
    sleep 1 >/dev/null 2>&1
    seconds=$((seconds + 1))
  done
}

stop_progress() {
  kill "$progress" 2>/dev/null || true
  wait "$progress" 2>/dev/null || true
  progress=
  [ ! -t 1 ] || printf '\r\033[K'
}

report() {
  printf '%-12s %s\n' "$1" "$2"
}

# fail <what went wrong> <what to do>
fail() {
  printf '%s\n%s\n' "$1" "$2" >&2
  exit 1
}

clean_up() {
  [ -z "${progress:-}" ] || kill "$progress" 2>/dev/null || true
  rm -rf "$work"
}

main "$@"
