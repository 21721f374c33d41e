/** Chooses whose work a page shows; with a personal key there is no choice, so nothing is shown. */
import { useWhose } from "../address/whose.ts";
import { useDevelopers } from "../api/developers.ts";
import { Combobox } from "./combobox/combobox.tsx";
import { useCaller } from "../frame/session-context.ts";

export function WhosePicker() {
  const [whose, choose] = useWhose();
  const { role, developer } = useCaller();
  const developers = useDevelopers().data ?? [];
  if (role !== "admin" && developer !== null) return null;
  const asked = whose.kind === "one" ? whose.id : "";
  // an address may name a developer by e-mail too
  const chosen = developers.find(({ id, email }) => id === asked || email === asked)?.id ?? asked;
  return (
    <Combobox
      label="Whose work"
      among={developers}
      all="Everyone"
      chosen={chosen === "" ? null : chosen}
      choose={choose}
    />
  );
}
