/** A combination under trial: its server, its stores, and commands as a person gives them on the same machine. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../src/database/engine.ts";
import { openDatabaseOf, type StoreSettings } from "../../src/stores.ts";
import type { Settings } from "../../src/settings/schema.ts";
import { Node } from "../../test/engines/node.ts";
import { type Dump, dumpOf } from "../scale-out/compare-rows.ts";
import { environmentOf } from "../scale-out/installation.ts";
import type { Combination } from "./combination.ts";
import { ORGANIZATION, type People, type PeopleRows } from "./people.ts";
import { allSettings, type GivenSettings } from "./servers.ts";
import type { Work } from "./work.ts";

/** What a command did. */
export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** The moments at which all combinations must have the same. */
export type Moment = "sent" | "purged";

/** What the plain combination makes and has, which the others wait for. */
export interface Expected {
  people: PromiseWithResolvers<{ people: People; rows: PeopleRows }>;
  rows: Record<Moment, PromiseWithResolvers<Dump>>;
  /** By the command that gives them. */
  answers: Map<string, PromiseWithResolvers<string>>;
}

/** What all trials have in common. */
export interface Common {
  program: string;
  work: Work;
  expected: Expected;
}

/** Records are scored sooner than a bucket's costs allow; some agents send protobuf. */
const FLAGS = ["--batch-max-ms", "500", "--accept-protobuf"];
const FOLDER_OF_COMMANDS = "commands";

/** One trial, and where it is. */
export class Trial {
  readonly node: Node;
  readonly folder: string;
  readonly settings: Settings;
  private readonly environment: Record<string, string>;

  /** @param given - A folder for the trial, and the settings that lead to its stores. */
  constructor(
    readonly combination: Combination,
    readonly common: Common,
    given: { folder: string; settings: GivenSettings },
  ) {
    this.folder = join(given.folder, combination.name);
    mkdirSync(this.folder, { recursive: true });
    const ofStores = environmentOf(given.settings);
    const program = [common.program];
    const node = { name: "server", role: "all", program, folder: this.folder, flags: FLAGS } as const;
    this.node = new Node({ ...node, environment: ofStores });
    this.settings = allSettings({ ...given.settings, dataDir: this.node.directory });
    const place = { dataDir: this.node.directory, listen: new URL(this.node.url).host };
    this.environment = { PATH: "", HOME: this.folder, ...ofStores, ...environmentOf(place) };
  }

  /** Runs a command; what it printed is also in a file of the folder, for people to read. */
  run(...args: readonly string[]): Promise<Ran> {
    return this.runWith(this.environment, args);
  }

  /** Runs a command as on another machine, which has none of the settings. */
  local(...args: readonly string[]): Promise<Ran> {
    return this.runWith({ PATH: "", HOME: this.folder }, args);
  }

  private async runWith(env: Record<string, string>, args: readonly string[]): Promise<Ran> {
    const child = Bun.spawn([this.common.program, ...args], {
      cwd: this.folder,
      env,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    const log = join(this.folder, FOLDER_OF_COMMANDS);
    appendFileSync(log, `$ scoring ${args.join(" ")}\n${out}${err}(${code})\n\n`);
    return { code, out, err };
  }

  /**
   * Runs a command that must succeed.
   *
   * @returns What it printed.
   */
  async succeed(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await this.run(...args);
    if (code !== 0)
      throw new Error(`scoring ${args.join(" ")} ended with ${code}: ${(err + out).slice(-600)}`);
    return out;
  }

  /** Runs a command that must succeed, and reads its JSON. */
  async ask<Answer>(...args: readonly string[]): Promise<Answer> {
    return JSON.parse(await this.succeed(...args, "--json")) as Answer;
  }

  /** The flag of commands that are about an organization. */
  get ofOrganization(): readonly string[] {
    return ["--org", ORGANIZATION];
  }

  /** Reads the database of the combination, or that of other stores. */
  async reading<Value>(
    read: (database: Database) => Promise<Value>,
    stores: StoreSettings = this.settings,
  ): Promise<Value> {
    const database = openDatabaseOf(stores, "read");
    try {
      return await read(database);
    } finally {
      await database.destroy();
    }
  }

  /** Changes the database of the combination. */
  async writing<Value>(change: (database: Database) => Promise<Value>): Promise<Value> {
    const database = openDatabaseOf(this.settings, "write");
    try {
      return await change(database);
    } finally {
      await database.destroy();
    }
  }

  /** Returns who works, once the plain combination has made them. */
  async people(): Promise<People> {
    return (await this.common.expected.people.promise).people;
  }

  /** Reads the derived rows of the organization. */
  async dump(stores: StoreSettings = this.settings): Promise<Dump> {
    const { organization } = await this.people();
    return this.reading((database) => dumpOf(database, [organization]), stores);
  }
}
