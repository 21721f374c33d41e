/** Commands about the program itself: `version`, `config print`, `openapi`. */
import { apiDocument } from "../../http/api.ts";
import { describeSettings, type SettingDescription } from "../../settings/describe.ts";
import { build, streamServer } from "../../vocabulary/build.ts";
import { type Command, writeAnswer } from "../command.ts";
import { allSettingFlags } from "../setting-flags.ts";
import { formatTable } from "../text/table.ts";

export const VERSION: Command = {
  name: "version",
  operands: [],
  summary: "Print the version; also scoring --version.",
  details: "",
  flags: {},
  reads: "nothing",
  run: async (call) => {
    const from = build.commit === null ? "" : ` (${build.commit}, ${build.builtAt})`;
    const carried = streamServer === null ? "" : `\nstream server: nats-server ${streamServer}`;
    writeAnswer(call, { ...build, streamServer }, `scoring ${build.version}${from}${carried}`);
    return 0;
  },
};

export const CONFIG_PRINT: Command = {
  name: "config print",
  operands: [],
  summary: "Print every setting, its value, and where the value came from.",
  details:
    "A flag goes before the environment (SCORING_…), which goes before scoring.toml in the data directory.",
  flags: allSettingFlags(),
  reads: "settings",
  run: async (call) => {
    const settings = describeSettings(call.loaded);
    writeAnswer(call, { settings }, settingTable(settings, call.speaker.columns));
    return 0;
  },
};

function settingTable(settings: readonly SettingDescription[], width: number | null): string {
  const titles = ["SETTING", "VALUE", "FROM"].map((title) => ({ title, align: "left" as const }));
  const rows = settings.map(({ name, value, from, place }) => [name, shown(value), place ?? from]);
  return formatTable(titles, rows, width);
}

function shown(value: SettingDescription["value"]): string {
  if (value === null) return "-";
  return typeof value === "object" ? value.join(", ") || "-" : String(value);
}

export const OPENAPI: Command = {
  name: "openapi",
  operands: [],
  summary: "Print the OpenAPI document of the API, as one line of JSON.",
  details: "",
  flags: {},
  reads: "nothing",
  run: async (call) => {
    call.speaker.show(JSON.stringify(apiDocument()));
    return 0;
  },
};
