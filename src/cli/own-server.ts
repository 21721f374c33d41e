/** How this machine's own server is asked. */

/**
 * The certificate is not looked at: it is rarely for the address of this machine, and who could listen there in the
 * server's place is a user of this machine, against whom it would not help.
 */
export const OWN_SERVER: BunFetchRequestInit = { tls: { rejectUnauthorized: false } };
