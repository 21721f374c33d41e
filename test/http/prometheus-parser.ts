/**
 * Reads measurements with the parsers of Prometheus' own Python client, where this machine has it.
 *
 * Debian: python3-prometheus-client. `.ci/run` brings it.
 */
import type { ExpositionFormat } from "../../src/http/self/exposition.ts";
import { isSkipped } from "../skipped.ts";

/** A family as the parser understood it. */
export interface ParsedFamily {
  name: string;
  type: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

const PARSERS: Record<ExpositionFormat, string> = {
  text: "prometheus_client.parser",
  openmetrics: "prometheus_client.openmetrics.parser",
};

const PYTHON = ["/usr/bin/python3", "python3"].find(
  (python) => Bun.which(python) !== null && run(python, "import prometheus_client", "").exitCode === 0,
);

/** Whether there is a parser; without one the tests that need it say so and are skipped. */
export const hasParser = PYTHON !== undefined;
isSkipped(hasParser, "prometheus_client for Python");

/** @throws An exception with the parser's words when it does not understand the text. */
export function parseExposition(text: string, format: ExpositionFormat): Map<string, ParsedFamily> {
  const { exitCode, stdout, stderr } = run(PYTHON ?? "python3", scriptFor(PARSERS[format]), text);
  if (exitCode !== 0) throw new Error(stderr.toString());
  const families = JSON.parse(stdout.toString()) as ParsedFamily[];
  return new Map(families.map((family) => [family.name, family]));
}

function scriptFor(parser: string): string {
  return [
    "import json, sys",
    `from ${parser} import text_string_to_metric_families as parse`,
    "families = parse(sys.stdin.read())",
    "samples = lambda f: [dict(name=s.name, labels=s.labels, value=s.value) for s in f.samples]",
    "print(json.dumps([dict(name=f.name, type=f.type, samples=samples(f)) for f in families]))",
  ].join("\n");
}

function run(python: string, script: string, input: string) {
  return Bun.spawnSync([python, "-c", script], { stdin: Buffer.from(input) });
}
