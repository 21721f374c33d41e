/** The documents at `/docs`: text that needs no script, except for the theme that the reader chose in the dashboard. */
import { applyTheme, keptTheme } from "../frame/theme.ts";

applyTheme(keptTheme());
