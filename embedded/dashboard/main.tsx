/** Starts the dashboard in the browser. */
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { applyTheme, keptTheme } from "./frame/theme.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("BUG: index.html has no element called root");
applyTheme(keptTheme());
createRoot(root).render(<App />);
