/** The pages about prompts, in the order of their tabs. */
import type { PageAddress } from "../../addresses.ts";

export const PROMPT_TABS = [
  { name: "Prompts", address: "/prompts" },
  { name: "Chains", address: "/chains" },
] as const satisfies readonly { name: string; address: PageAddress }[];
