/** Which keys there are, and whether anybody uses them; makes and revokes them. */
import { useSearched, useSort } from "../../../address/sorting.ts";
import { useDevelopers } from "../../../api/developers.ts";
import { Cell, Answer, Row } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { SearchBox } from "../../../parts/forms/search-box.tsx";
import { sayMatches } from "../../../words/matches.ts";
import { now } from "../../../words/times.ts";
import { ForAdministrators } from "../for-administrators.tsx";
import { useListPlace } from "../list-place.ts";
import { SignInsCell } from "../sign-ins/sign-ins-cell.tsx";
import { SettingsHead } from "../settings-head.tsx";
import { KEY_SORTS, useKeys } from "./fetch-keys.ts";
import { KeyForm } from "./key-form.tsx";
import { KeyList } from "./key-list.tsx";
import { adviseOnKeys, sayKeys } from "./keys-data.ts";

export function KeysPage() {
  return (
    <ForAdministrators title="Keys">
      <Keys />
    </ForAdministrators>
  );
}

function Keys() {
  const [sorted, columnSort] = useSort(KEY_SORTS, { sort: "created", order: "desc" });
  const [searched] = useSearched();
  const list = ["keys", searched ?? "", sorted.sort, sorted.order].join(".");
  const keys = useKeys({ ...sorted, searched, cursor: useListPlace(list).cursor });
  // asked now, so that the form does not ask only once the keys are there
  useDevelopers();
  return (
    <>
      <SettingsHead title="Keys" asOf={keys.dataUpdatedAt} />
      {keys.data !== undefined && (
        <Answer
          note={
            adviseOnKeys(keys.data.keys, now()) ??
            "Give each developer a personal key: then the scores are theirs, and you can revoke one key without the others."
          }
        >
          {searched === null
            ? sayKeys(keys.data.keys, keys.data.total, now())
            : sayMatches(keys.data.total, "key", searched)}
        </Answer>
      )}
      <Row>
        <Cell span={8} title="Keys" right={<SearchBox name="Search keys" />}>
          <Loaded query={keys} what="The keys" bones="lines">
            {(found) => <KeyList {...found} list={list} columnSort={columnSort} />}
          </Loaded>
        </Cell>
        {/* outside of what is loaded: a new key is shown once and must stay when the page of the list changes */}
        <Cell span={4} title="A new key">
          <KeyForm />
        </Cell>
        <SignInsCell whose="everybody" />
      </Row>
    </>
  );
}
