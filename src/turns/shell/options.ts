/** Options of the programs that are before a subcommand or another program, as far as they take a value. */

/** Options whose value is the next word, by program or prefix. Options with `=` carry it themselves. */
const WITH_VALUE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    "docker compose exec": "-e --env -u --user -w --workdir --index",
    dotenv: "-e -c -v",
    env: "-u --unset -C --chdir",
    nice: "-n --adjustment",
    npx: "-p --package",
    "poetry run": "-C --directory -P --project",
    sudo: "-u --user -g --group -h --host -p --prompt -C -D -R -T",
    time: "-f --format -o --output",
    timeout: "-s --signal -k --kill-after",
    "uv run": "-p --python -w --with --with-requirements --extra --group --env-file --project --directory",
    "xvfb-run":
      "-e --error-file -f --auth-file -n --server-num -p --xauth-protocol -s --server-args -w --wait",
    cargo: "--config -C -Z",
    git: "-C -c --git-dir --work-tree --namespace",
    go: "-C",
    make: "-C --directory -f --file -I -o -W",
    mvn: "-f --file -pl --projects -s --settings",
    node: "-r --require --import --loader --env-file -C --conditions",
    npm: "--prefix -w --workspace -C",
    perl: "-I -M",
    php: "-c -d",
    pnpm: "-C --dir -F --filter",
    python: "-W -X",
    python3: "-W -X",
    ruby: "-I -r",
    bun: "-r --preload --cwd --env-file",
    tsx: "--tsconfig --import -r --require",
    "ts-node": "-P --project -r --require",
    yarn: "--cwd",
  }).map(([program, options]) => [program, new Set(options.split(" "))]),
);

/**
 * Whether a word is an option: begins with a dash and stands for no stream.
 *
 * Cargo and rustup take the toolchain as `+nightly`.
 */
export function isOption(word: string): boolean {
  return (word.startsWith("-") && word !== "-") || word.startsWith("+");
}

/** How many words an option takes, its value included; 0 for a word that is no option. */
export function optionLength(program: string, word: string): number {
  if (!isOption(word)) return 0;
  return WITH_VALUE.get(program)?.has(word) ? 2 : 1;
}

/** Where the first word after a program's options is; a `--` ends them. */
export function afterOptions(program: string, words: readonly string[], from: number): number {
  let at = from;
  for (let word = words[at] ?? ""; isOption(word); word = words[at] ?? "") {
    at += optionLength(program, word);
    if (word === "--") break;
  }
  return at;
}
