/** Qwen Code: how it is recognised, what it sends, how it is connected. */
import { OTHERWISE } from "../advice.ts";
import type { AgentDeclaration } from "../declaration.ts";
import { connectFamily } from "../gemini/connect.ts";
import { NO_COST } from "../untold.ts";
import { qwenDialect } from "./dialect.ts";

export const qwen: AgentDeclaration<"qwen"> = {
  name: "qwen",
  title: "Qwen Code",
  service: /^qwen-code/,
  folder: ".qwen",
  neededSignals: ["logs", "traces"],
  answersIn: "logs",
  untold: [NO_COST],
  noPromptRemedy: `${OTHERWISE} qwen`,
  connect: (to) =>
    connectFamily(to, {
      command: "qwen",
      place: "~/.qwen/settings.json",
      file: { folder: ".qwen", movedBy: "QWEN_HOME", names: ["settings.json"] },
      extra: {},
    }),
  dialect: qwenDialect,
};
