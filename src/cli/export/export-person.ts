/** `scoring export-person`: everything that is stored about a person, as a zip to hand over. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Database } from "../../database/open.ts";
import type { Organization } from "../../identity/organizations/table.ts";
import { OWN_DATA_QUERIES, type OwnDataAsks } from "../../insights/own-data/own-data-queries.ts";
import { ownFiles } from "../../insights/own-data/own-files.ts";
import type { WhoseData } from "../../insights/own-data/whose-data.ts";
import { packFiles } from "../../insights/own-data/zip.ts";
import { openObjectsOf } from "../../stores.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { syncFolder } from "../../vocabulary/whole-file.ts";
import { sizeText } from "../../vocabulary/wording/size.ts";
import { noteCommand } from "../audit/note-command.ts";
import {
  type Command,
  type CommandCall,
  CommandFailure,
  hasFlag,
  textFlag,
  writeAnswer,
} from "../command.ts";
import { chosenOrganization, reading, requireRows } from "../stores.ts";
import { count } from "../text/count.ts";
import { createProgressLine, type ProgressLine } from "../text/progress-line.ts";
import { discard, HashedFile, publish } from "./hashed-file.ts";

export const EXPORT_PERSON: Command = {
  name: "export-person",
  operands: ["WHO"],
  summary: "Write everything that is stored about a developer as a zip with a readme.",
  details:
    "Also while the server runs. WHO is an e-mail or an id. The zip has their records, their rows of every table, " +
    "check-ins, corrections, what reports of the team say of them, and the audit log about them. It has nothing of " +
    "others and no secret. Hand it over in a safe way: it holds their prompts.\n\nDevelopers download the same " +
    "themselves, on their page in the dashboard.",
  flags: {
    to: { value: "FILE", summary: "The zip to write; an existing file is refused." },
    org: { value: "ORG", summary: "The organization's id or name (default: the only one, or default)." },
  },
  reads: "directory",
  check: (call) => void fileOf(call),
  run: async (call) => {
    const [who = ""] = call.operands;
    const file = fileOf(call);
    refuseExisting(file);
    const { organization, whose } = await reading(call, (database) => find(call, database, who));
    const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
    const written = await writeZip(call, { file, whose, line }).finally(() => line.clear());
    const { id, name } = whose.developer;
    const target = { kind: "developer", id } as const;
    await noteCommand(call, { organization: organization.id, action: "person_exported", target });
    const answer = { file, organization: organization.id, developer: { id, name }, ...written };
    writeAnswer(call, answer, `${file}: ${name}, ${count(answer.files, "file")}, ${sizeText(answer.bytes)}`);
    return 0;
  },
};

function fileOf(call: CommandCall): string {
  const file = textFlag(call, "to");
  if (file !== null) return resolve(file);
  throw new CommandFailure("--to is missing: the zip to write, such as --to ada.zip", 2);
}

function refuseExisting(file: string): void {
  if (existsSync(file))
    throw new CommandFailure(`${file} exists: name another file, or move it out of the way`);
}

async function find(
  call: CommandCall,
  database: Database,
  who: string,
): Promise<{ organization: Organization; whose: WhoseData }> {
  const organization = await chosenOrganization(call, database);
  await requireRows(database);
  const asked = { organizationId: organization.id, developer: who, now: call.program.clock() };
  const whose = await OWN_DATA_QUERIES.findWhoseData({ database }, asked);
  if (whose === null)
    throw new CommandFailure(`unknown developer in the organization ${organization.name}: ${who}`);
  return { organization, whose };
}

interface WantedZip {
  file: string;
  whose: WhoseData;
  line: ProgressLine;
}

async function writeZip(
  call: CommandCall,
  { file, whose, line }: WantedZip,
): Promise<{ files: number; bytes: Bytes; sha256: string }> {
  const names: string[] = [];
  const files = ownFiles({
    whose,
    reader: "person",
    asks: asksOf(call),
    progress: (text) => line.show(text),
  });
  mkdirSync(dirname(file), { recursive: true });
  const zip = new HashedFile(file);
  try {
    for await (const bytes of packFiles(counted(files, names), whose.until)) zip.write(bytes);
    const digest = zip.close();
    refuseExisting(file);
    await publish(file);
    await syncFolder(dirname(file));
    return { files: names.length, ...digest };
  } catch (error) {
    await discard(file);
    throw error;
  }
}

async function* counted<File extends { name: string }>(
  files: AsyncIterable<File>,
  names: string[],
): AsyncGenerator<File, void> {
  for await (const file of files) {
    names.push(file.name);
    yield file;
  }
}

/** Each question reads the database as of one moment, and none for long: the server goes on meanwhile. */
function asksOf(call: CommandCall): OwnDataAsks {
  const objects = openObjectsOf(call.loaded.settings);
  const asking = <Asked, Answer>(
    ask: (stores: { database: Database; objects: typeof objects }, asked: Asked) => Promise<Answer>,
  ) => {
    return (asked: Asked) => reading(call, (database) => ask({ database, objects }, asked));
  };
  return {
    readOwnFacts: asking(OWN_DATA_QUERIES.readOwnFacts),
    listOwnObjects: asking(OWN_DATA_QUERIES.listOwnObjects),
    readOwnRecords: asking(OWN_DATA_QUERIES.readOwnRecords),
    readOwnRows: asking(OWN_DATA_QUERIES.readOwnRows),
    readOwnNotes: asking(OWN_DATA_QUERIES.readOwnNotes),
    readMentions: asking(OWN_DATA_QUERIES.readMentions),
    readOwnAudit: asking(OWN_DATA_QUERIES.readOwnAudit),
  };
}
