/** The Claude Code plugin as a marketplace folder, so that the executable can write it out. */
import marketplace from "./.claude-plugin/marketplace.json";
import manifest from "./scoring/.claude-plugin/plugin.json";
import week from "./scoring/commands/week.md" with { type: "text" };
import readme from "./scoring/README.md" with { type: "text" };
import hooks from "./scoring/hooks/hooks.json";
import send from "./scoring/hooks/send.sh" with { type: "text" };

/** By which names Claude Code knows the folder and the plugin in it. */
export const pluginName = { marketplace: marketplace.name, plugin: manifest.name };

/** The plugin's own version; it is not the program's. */
export const pluginVersion: string = manifest.version;

/** Each file's text, by its path in the folder. */
export const pluginFiles: Readonly<Record<string, string>> = {
  ".claude-plugin/marketplace.json": asText(marketplace),
  "scoring/.claude-plugin/plugin.json": asText(manifest),
  "scoring/README.md": readme,
  "scoring/commands/week.md": week,
  "scoring/hooks/hooks.json": asText(hooks),
  "scoring/hooks/send.sh": send,
};

function asText(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
