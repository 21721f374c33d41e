/** What an agent's folder declares: all that the program knows of the agent, but how its records are read. */
import type { SenderFault, SenderKind } from "../../ingest/senders/sender.ts";
import type { Signal } from "../../vocabulary/otlp.ts";
import type { Tokens } from "../../vocabulary/units.ts";
import type { Dialect } from "../sightings/sighting.ts";

/** One coding agent. */
export interface AgentDeclaration<Name extends string = string> {
  /** As rows, answers and `scoring connect` name it. */
  name: Name;
  /** What pages and reports call it. */
  title: string;
  /** `service.name` of its resources; null for whatever no other agent is. Scopes are looked for by it as well. */
  service: RegExp | null;
  /** The instrumentation scope where that has another name: service names can be overridden. */
  scope?: RegExp;
  /** Its versions, where an agent that comes after it goes by the same service name. */
  versions?: RegExp;
  /** The hidden folder in which it keeps its transcripts, which its hooks name. */
  folder?: string;
  /** True where what looks like its version is none. */
  hidesVersion?: true;
  /** The signals without which scoring cannot see its work: where prompts, calls and tools are read from. */
  neededSignals: readonly Signal[];
  /** The signal in which it sends what the model answered, where it is set to; absent where it never does. */
  answersIn?: "logs" | "traces";
  /** Facts that its records cannot show. */
  untold: readonly Untold[];
  /** What is likely wrong when it sends records but no prompt, and what to do: a sentence for a person. */
  noPromptRemedy: string;
  /** Advice of its own where its telemetry is refused. */
  refusals?: readonly Refusal[];
  /** Context windows that it keeps to although the model could read more. */
  windows?: readonly OwnWindow[];
  /** The settings that make it send its telemetry; null where nobody knows them. */
  connect: ((to: Destination) => Connection) | null;
  /** The settings that make it ask this server by MCP; left out where nobody knows them. */
  asks?: (to: Destination) => SettingsText;
  dialect: Dialect;
}

/** A fact that is not reported: never, or not without one of the signals. A share of 0 does not say it never happened. */
export interface Untold {
  fact: "cost" | "firstToken" | "accepts" | "rejections" | "compaction";
  without: Signal | null;
}

/** What to change where telemetry is sent. */
export interface Refusal {
  /** The exporter that the agent sends with; `any` for every program. */
  sender: SenderKind | "any";
  fault: SenderFault;
  remedy: string;
}

export interface OwnWindow {
  model: string;
  tokens: Tokens;
  /** Where the agent itself says so. */
  source: string;
}

/** Where telemetry goes, and with which key. */
export interface Destination {
  /** Without a slash at its end. */
  endpoint: string;
  key: string;
  /** Labels of all that is sent, values by names; left out for none. */
  labels?: Readonly<Record<string, string>>;
}

/** What a person pastes, and what the agent then sends. */
export interface Connection {
  blocks: readonly (SettingsText | ShellVariables)[];
  /** Files of this program's own that are next to the agent's settings, with their text. */
  ownFiles?: readonly { file: UserFile; text: string }[];
  sends: string;
  /** How it learns a certificate's issuer, where that is not by NODE_EXTRA_CA_CERTS. */
  trusts?: string;
}

/** A piece of settings for a file. */
export interface SettingsText {
  place: string;
  format: "toml" | "json";
  text: string;
  file: UserFile;
}

/** Variables for one agent, which it reads only from its environment. */
export interface ShellVariables {
  format: "shell";
  /** The command that starts the agent: the variables are set for it, and for nothing else. */
  command: string;
  variables: Readonly<Record<string, string>>;
}

/** A file in the home directory. */
export interface UserFile {
  /** Below the home directory. */
  folder: string;
  /** The variable that names the folder where it is another one. */
  movedBy?: string;
  /** On macOS the folder is this one. */
  onMacos?: string;
  /** Names in the folder: the first that exists is meant, else the last. */
  names: readonly string[];
}
