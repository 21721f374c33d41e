/** Starts the dashboard in the browser. */
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { applyClock, keptClock } from "./frame/clock-choice.ts";
import { applyTheme, keptTheme } from "./frame/theme.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("BUG: index.html has no element called root");
applyTheme(keptTheme());
applyClock(keptClock());
createRoot(root).render(<App />);
