/** Parameters that several operations have in common: the OpenAPI document has each once. */

interface Parameter {
  name: string;
}

interface Operation {
  parameters?: readonly Parameter[];
}

type Paths = Record<string, Record<string, object | string>>;

/** Returns the paths with references in place of every parameter that two operations have, and these by name. */
export function shareParameters(paths: Paths): { paths: Paths; parameters: Record<string, object> } {
  const names = nameShared(Object.values(paths).flatMap((path) => Object.values(path).flatMap(parametersOf)));
  const refer = (parameter: object): object => {
    const name = names.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  };
  const written = [...names].map(([text, name]) => [name, JSON.parse(text)]);
  return {
    paths: mapValues(paths, (path) =>
      mapValues(path, (operation) => {
        const parameters = parametersOf(operation).map(refer);
        return parameters.length === 0 ? operation : { ...(operation as object), parameters };
      }),
    ),
    parameters: Object.fromEntries(written),
  };
}

/** By the parameter as JSON. One with another meaning, such as another default, gets a number behind its name. */
function nameShared(parameters: readonly Parameter[]): ReadonlyMap<string, string> {
  const seen = new Set<string>();
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const parameter of parameters) {
    const text = JSON.stringify(parameter);
    if (!seen.has(text)) seen.add(text);
    else if (!names.has(text)) {
      const name = freeName(parameter.name, taken);
      names.set(text, name);
      taken.add(name);
    }
  }
  return names;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}${number}`;
  return free;
}

/** A path also has a description, which has none. */
function parametersOf(operation: object | string): readonly Parameter[] {
  return typeof operation === "string" ? [] : ((operation as Operation).parameters ?? []);
}

function mapValues<From, To>(record: Record<string, From>, mapped: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, mapped(value)]));
}
