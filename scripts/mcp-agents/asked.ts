/** How each agent is started with one prompt and a model of ours; what it needs in its folder is written there. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const PROMPT = "What is my score?";

/** What an agent is called with. */
export interface Call {
  args: string[];
  variables: Record<string, string>;
}

/** By the name of the command, which is `scoring connect`'s too. */
export const ASKED: Readonly<Record<string, (at: { home: string; model: string }) => Call>> = {
  codex: ({ home, model }) => {
    const provider = `\n[model_providers.scripted]\nname = "scripted"\nbase_url = "${model}/v1"\nwire_api = "responses"\n`;
    const path = join(home, ".codex/config.toml");
    writeFileSync(
      path,
      `model = "scripted"\nmodel_provider = "scripted"\n${readFileSync(path, "utf8")}${provider}`,
    );
    const args = ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", PROMPT];
    return { args, variables: {} };
  },
  opencode: ({ home, model }) => startOpencode(join(home, ".config/opencode/opencode.json"), model),
  kilo: ({ home, model }) => startOpencode(join(home, ".config/kilo/kilo.json"), model),
  gemini: ({ home, model }) => {
    merge(join(home, ".gemini/settings.json"), { security: { auth: { selectedType: "gemini-api-key" } } });
    const variables = {
      GEMINI_API_KEY: "none",
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    };
    return { args: ["--yolo", "--model", "gemini-2.5-flash", "-p", PROMPT], variables };
  },
  copilot: ({ model }) => {
    const variables = {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_MODEL: "scripted",
    };
    return { args: ["--allow-all-tools", "-p", PROMPT], variables };
  },
  vibe: ({ home, model }) => {
    const path = join(home, ".vibe/config.toml");
    const lists =
      `[[providers]]\nname = "scripted"\napi_base = "${model}/v1"\n\n` +
      `[[models]]\nname = "scripted"\nprovider = "scripted"\nalias = "scripted"\n`;
    writeFileSync(path, `active_model = "scripted"\n${readFileSync(path, "utf8")}\n${lists}`);
    return { args: ["--agent", "auto-approve", "-p", PROMPT], variables: {} };
  },
  qwen: ({ home, model }) => {
    merge(join(home, ".qwen/settings.json"), { security: { auth: { selectedType: "openai" } } });
    const variables = { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: "scripted" };
    return { args: ["--yolo", "-p", PROMPT], variables };
  },
};

/** Kilo is a fork of opencode. */
function startOpencode(settings: string, model: string): Call {
  const provider = {
    scripted: {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: `${model}/v1`, apiKey: "none" },
      models: { scripted: { tool_call: true } },
    },
  };
  merge(settings, { provider, autoupdate: false, share: "disabled" });
  return { args: ["run", "--model", "scripted/scripted", PROMPT], variables: {} };
}

function merge(path: string, settings: object): void {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) appendFileSync(path, "{}");
  const there = JSON.parse(readFileSync(path, "utf8")) as object;
  writeFileSync(path, JSON.stringify({ ...there, ...settings }, null, 2));
}
