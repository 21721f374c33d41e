/** Chooses whose work a page shows; with a personal key there is no choice, so nothing is shown. */
import { useChoice, useWhose } from "../address/whose.ts";
import { useDevelopers } from "../api/developers.ts";
import { Combobox } from "./combobox/combobox.tsx";

/** @param isLed - Whether the page is of those that show a lead other people too. */
export function WhosePicker({ isLed = false }: { isLed?: boolean }) {
  const [whose, choose] = useWhose(isLed);
  const { isFree, everyone } = useChoice(isLed);
  const developers = useDevelopers().data ?? [];
  if (!isFree) return null;
  const asked = whose.kind === "one" ? whose.id : "";
  // an address may name a developer by e-mail too
  const chosen = developers.find(({ id, email }) => id === asked || email === asked)?.id ?? asked;
  return (
    <Combobox
      label="Whose work"
      among={developers}
      all={everyone}
      chosen={chosen === "" ? null : chosen}
      choose={choose}
    />
  );
}
