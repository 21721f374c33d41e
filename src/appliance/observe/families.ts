/** Builds the families of measurements that `/metrics` shows. */
import type { Family, Sample } from "../../http/self/exposition.ts";

type Gauge = Extract<Family, { kind: "counter" | "gauge" }>;

/** A value that goes up and down. */
export function gauge(name: string, help: string, samples: readonly Sample[]): Gauge {
  return { kind: "gauge", name, help, samples };
}

/** A gauge without labels. */
export function single(name: string, help: string, value: number): Family {
  return gauge(name, help, [{ labels: {}, value }]);
}

/** A value that only goes up. */
export function counter(name: string, help: string, samples: readonly Sample[]): Family {
  return { kind: "counter", name, help, samples };
}

/** A counter without labels. */
export function singleCounter(name: string, help: string, value: number): Family {
  return counter(name, help, [{ labels: {}, value }]);
}

/** A sample for each value, labelled with its name. */
export function byLabel(label: string, values: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));
}
