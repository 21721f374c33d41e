/** The queries and changes about people and keys, by the names that routes ask for. */
import { inOneTransaction, onDatabase } from "../database/asked.ts";
import { nameDeveloper, readDeveloper } from "./developers/directory.ts";
import { listDevelopers } from "./developers/list-developers.ts";
import { revokeUnlessLast } from "./keys/issue.ts";
import { readKeysPage } from "./keys/list-keys.ts";
import { endSignIn, startSignIn } from "./sign-ins/sign-in.ts";

export const IDENTITY_QUERIES = onDatabase({ readDeveloper, listDevelopers, listKeys: readKeysPage });

export const IDENTITY_CHANGES = inOneTransaction({
  nameDeveloper,
  revokeKey: revokeUnlessLast,
  startSignIn,
  endSignIn,
});
