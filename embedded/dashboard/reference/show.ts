/** The page `/reference`: shows the OpenAPI document. It needs no key and requests only that file. */
import showReference from "swagger-ui-dist/swagger-ui-bundle.js";
import { keptTheme } from "../frame/theme.ts";

const dark = matchMedia("(prefers-color-scheme: dark)");

function applyTheme(): void {
  const theme = keptTheme();
  const isDark = theme === "system" ? dark.matches : theme === "dark";
  document.documentElement.classList.toggle("dark-mode", isDark);
}

applyTheme();
dark.addEventListener("change", applyTheme);

showReference({
  url: document.querySelector<HTMLMetaElement>('meta[name="openapi"]')?.content ?? "",
  dom_id: "#reference",
  deepLinking: true,
  defaultModelRendering: "model",
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  filter: true,
  // a request from here would change what the team works with
  supportedSubmitMethods: [],
  validatorUrl: null,
});
