import { describe, expect, test } from "bun:test";
import { readShell } from "../../../src/turns/shell/read-shell.ts";
import type { ShellReading } from "../../../src/turns/shell/read-shell.ts";
import { goldenCases } from "../../golden/cases.ts";

type Output = Omit<ShellReading, "decisive"> & { decisive: ShellReading["decisive"] | null };

describe("a shell command", () => {
  for (const { input, output } of goldenCases<{ command: string }, Output>("shell")) {
    test(`golden: ${input.command}`, () => {
      const reading = readShell(input.command);
      expect({ ...reading, decisive: reading.test ? reading.decisive : null }).toMatchObject(output);
    });
  }
});

describe("a test run", () => {
  const noTests = [
    "command -v pytest",
    "python script.py -m pytest",
    "node -e 'run()' a.test.js",
    "git commit -m \"$(cat <<'EOF'\ndon't; npm test\nEOF\n)\"",
    "echo ok # npm test",
    "cat <<-X\n\tnpm test\n\tX\n",
    "[[ -f a && npm ]]",
    "",
  ];
  for (const command of noTests) {
    test(`is not in ${JSON.stringify(command)}`, () => expect(readShell(command).test).toBe(false));
  }
  const decisive: [string, ShellReading["decisive"]][] = [
    ["bash -lc 'cd web && npm --prefix app test'", "both"],
    ['sudo sh -c "npm test && echo ok"', "success"],
    ["(cd web; npm test) && git push", "success"],
    ["{ npm test; } 2>&1 | tee log", "none"],
    ["(npm test) > out.txt 2>&1", "both"],
    ["npm test &", "none"],
    ["npm test |", "none"],
    ["! npm test", "none"],
    ["if npm test; then echo ok; fi", "none"],
    ["for f in a b; do npm test -- $f; done", "both"],
    ['out=$(npm test 2>&1); echo "$out"', "none"],
    ["npm \\\n  test\n\n", "both"],
    ["npm test && \\\n git add .", "success"],
    ["docker compose exec -T app pytest -q", "both"],
    [".venv/bin/python -W ignore -m pytest", "both"],
    ["cargo +nightly test", "both"],
    ["make -C sub test-unit", "both"],
    ["env -u CI A=1 timeout -k 5 60 npx --yes jest", "both"],
    ["uv run --with pytest-cov pytest", "both"],
    ["node -r ts-node/register src/a.spec.ts", "both"],
    ["deno run -A main_test.ts", "both"],
    ["npm test && pytest", "both"],
    ["$(echo `npm test`)", "none"],
    ["[[ -f a && -f b ]] && npm test", "both"],
  ];
  for (const [command, expected] of decisive) {
    test(`is in ${JSON.stringify(command)}: ${expected}`, () => {
      expect(readShell(command)).toMatchObject({ test: true, decisive: expected });
    });
  }
});

describe("commits and reverts", () => {
  test("are found behind options", () => {
    expect(readShell('git -C web -c user.name="A B" commit -m x').commit).toBe(true);
    expect(readShell("git log --grep commit").commit).toBe(false);
  });
  const reverts: [string, string[]][] = [
    ["git restore --source HEAD~1 src/a.ts 'b c.ts'", ["src/a.ts", "b c.ts"]],
    ["git restore --staged --worktree a.ts", ["a.ts"]],
    ["git restore -SW a.ts", ["a.ts"]],
    ["git checkout -- ./src/a.ts", ["src/a.ts"]],
    ["git -C web/app restore Makefile", []],
    ["git restore ./", []],
    ["git reset --hard v1", []],
    ["git -C web checkout HEAD -- a.ts", ["a.ts"]],
    ["git restore a.ts && git checkout -- b.ts", ["a.ts", "b.ts"]],
    ["git restore .", []],
    ["git revert --no-edit HEAD", []],
    ["git reset HEAD~1 --hard", []],
    ["git restore a.ts; git reset --hard", []],
  ];
  for (const [command, paths] of reverts) {
    test(`${command} takes back ${paths.join(", ") || "everything"}`, () => {
      expect(readShell(command)).toMatchObject({ revert: true, revertedPaths: paths });
    });
  }
  test("are no reverts where a file is only taken out of the next commit", () => {
    expect(readShell("git restore --staged src/a.ts").revert).toBe(false);
    expect(readShell("git restore -S .").revert).toBe(false);
  });
  test("are no reverts when a branch is checked out", () => {
    expect(readShell("git checkout main").revert).toBe(false);
  });
});

describe("a command that changes a file", () => {
  const changing = [
    "echo x > a.txt",
    "cat <<'EOF' >> notes.md\nline\nEOF",
    "for i in 1; do echo $i; done > all.txt",
    "npm test | tee out.log",
    "sed -i.bak s/a/b/ f",
    "sed -E -i s/a/b/ f",
    "sudo /bin/rm -rf x",
    "make &> build.log",
    "git apply fix.patch",
    "> empty",
  ];
  for (const command of changing) {
    test(`is ${JSON.stringify(command)}`, () => expect(readShell(command).edits).toBe(true));
  }
  const harmless = [
    "npm test 2>&1",
    "ls > /dev/null 2> /tmp/err >&2",
    "sed -n 1,5p f",
    "cat < a.txt",
    "[[ a > b ]]",
    "echo 'x > y'",
    "diff <(sort a) <(sort b)",
    "git commit -m 'a > b'",
    "cat <<X\na > b\nX",
  ];
  for (const command of harmless) {
    test(`is not ${JSON.stringify(command)}`, () => expect(readShell(command).edits).toBe(false));
  }
});

describe("a command that nobody would write", () => {
  const strange = [
    "(".repeat(50_000),
    "$(".repeat(50_000),
    "`".repeat(9_999),
    '"$('.repeat(20_000),
    "((".repeat(50_000),
    "${".repeat(50_000),
    'sh -c "'.repeat(5_000),
    ")))}}}fi;;&&||",
    `$(${"a;".repeat(200_000)})`,
    '"`',
    "a <<",
    "<(",
    "\\",
  ];
  for (const command of strange) {
    test(`is read to its end: ${command.slice(0, 12)}`, () => {
      expect(readShell(command).commit).toBe(false);
    });
  }
});
