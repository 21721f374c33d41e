/** `scoring orgs`: makes and lists organizations. */
import { createOrganization, describeOrganization } from "../../identity/organizations/organization.ts";
import { selectOrganizations } from "../../identity/organizations/table.ts";
import { type Command, CommandFailure, writeAnswer } from "../command.ts";
import { recordCommand } from "../audit/note-command.ts";
import { printableName } from "../keys/bind.ts";
import { changing, reading } from "../stores.ts";
import { formatTable } from "../text/table.ts";

export const ORGS_CREATE: Command = {
  name: "orgs create",
  operands: ["NAME"],
  summary: "Create an organization; nobody else sees its people and scores.",
  details: "",
  flags: {},
  reads: "directory",
  run: async (call) => {
    const name = printableName(call.operands[0] ?? "");
    const made = await changing(call, async (transaction) => {
      const created = await createOrganization(transaction, name, call.program.clock());
      if (created.ok)
        await recordCommand(call, transaction, {
          organization: created.value.id,
          action: "organization_made",
          target: { kind: "organization", id: created.value.id },
        });
      return created;
    });
    if (!made.ok) throw new CommandFailure(`the organization ${name} exists already`);
    writeAnswer(
      call,
      describeOrganization(made.value),
      `The organization ${name} was created. Its id is ${made.value.id}.`,
    );
    return 0;
  },
};

export const ORGS_LIST: Command = {
  name: "orgs list",
  operands: [],
  summary: "List the organizations.",
  details: "",
  flags: {},
  reads: "directory",
  run: async (call) => {
    const organizations = (await reading(call, selectOrganizations)).map(describeOrganization);
    const titles = ["ID", "NAME", "CREATED"].map((title) => ({ title, align: "left" as const }));
    const rows = organizations.map(({ id, name, createdAt }) => [id, name, createdAt.slice(0, 10)]);
    writeAnswer(call, { organizations }, formatTable(titles, rows, call.speaker.columns));
    return 0;
  },
};
