/** The queries and changes about people, their accounts and keys, by the names that routes ask for. */
import { inOneTransaction, onDatabase } from "../database/asked.ts";
import { changeAccount, endAccount, readAccount } from "./accounts/account.ts";
import { linkAccount } from "./accounts/link-account.ts";
import { listAccounts } from "./accounts/list-accounts.ts";
import { signInAccount } from "./accounts/sign-in-account.ts";
import { listAudit } from "./audit/list-audit.ts";
import { listReads } from "./audit/list-reads.ts";
import { recordExport } from "./audit/record-export.ts";
import { recordReads } from "./audit/record-reads.ts";
import { nameDeveloper, readDeveloper } from "./developers/directory.ts";
import { listDevelopers } from "./developers/list-developers.ts";
import { revokeUnlessLast } from "./keys/issue.ts";
import { readKeysPage } from "./keys/list-keys.ts";
import {
  addPasskey,
  listPasskeys,
  readPasskeyPerson,
  removePasskey,
  renamePasskey,
} from "./passkeys/passkeys.ts";
import { signInWithPasskey } from "./passkeys/sign-in.ts";
import { linkKey } from "./links/link.ts";
import { redeemSignInLink } from "./links/redeem-link.ts";
import { rotateKey } from "./keys/rotate.ts";
import { endListedSignIn, endOtherSignIns } from "./sign-ins/end-sign-ins.ts";
import { listSignIns } from "./sign-ins/list-sign-ins.ts";
import { endSignIn, startSignIn } from "./sign-ins/sign-in.ts";

export const IDENTITY_QUERIES = onDatabase({
  listAudit,
  listReads,
  listSignIns,
  readDeveloper,
  listDevelopers,
  listKeys: readKeysPage,
  listAccounts,
  readAccount,
  listPasskeys,
  readPasskeyPerson,
});

export const IDENTITY_CHANGES = inOneTransaction({
  recordReads,
  recordExport,
  changeAccount,
  endAccount,
  signInAccount,
  nameDeveloper,
  revokeKey: revokeUnlessLast,
  linkAccount,
  linkKey,
  redeemSignInLink,
  rotateKey,
  startSignIn,
  endSignIn,
  endListedSignIn,
  endOtherSignIns,
  addPasskey,
  renamePasskey,
  removePasskey,
  signInWithPasskey,
});
