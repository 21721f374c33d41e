/** The tables of identity, in the order they refer to each other. */
import { USER_ACCOUNT_TABLES } from "./accounts/table.ts";
import { auditTables } from "../audit/audit-table.ts";
import { DEVELOPER_TABLES } from "./developers/table.ts";
import { newDeveloperTables } from "./developers/new-developers-table.ts";
import { KEY_TABLES } from "./keys/table.ts";
import { SIGN_IN_LINK_TABLES } from "./links/links-table.ts";
import { ORGANIZATION_TABLES } from "./organizations/table.ts";
import { PASSKEY_TABLES } from "./passkeys/table.ts";
import { SIGN_IN_TABLES } from "./sign-ins/tables.ts";

/** Made before every other step's tables; never thrown away. */
export const IDENTITY_TABLES = [
  auditTables,
  ORGANIZATION_TABLES,
  DEVELOPER_TABLES,
  KEY_TABLES,
  USER_ACCOUNT_TABLES,
  PASSKEY_TABLES,
  SIGN_IN_TABLES,
  SIGN_IN_LINK_TABLES,
  newDeveloperTables,
] as const;
