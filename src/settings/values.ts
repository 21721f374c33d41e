/** The kinds of values that settings have; each reads the text of a flag and the native value of a file. */
import { isIP } from "node:net";
import { z } from "zod";

/** Where a server listens; port 0 is any free one. */
export interface ListenAddress {
  hostname: string;
  port: number;
}

const ADDRESS = /^(\[[0-9A-Fa-f:.]+\]|[^\s:[\]]+):(\d{1,5})$/;

/** `host:port`, the host of IPv6 in brackets. */
export const address = z.string().transform((text, context): ListenAddress => {
  const [, hostname, port] = ADDRESS.exec(text) ?? [];
  if (hostname !== undefined && Number(port) <= 65_535) return { hostname, port: Number(port) };
  context.addIssue({ code: "custom", message: "expected host:port, such as 127.0.0.1:4318" });
  return z.NEVER;
});

/** Text that says something. */
export const text = z.string().min(1);

/** The address as a person writes it. */
export function formatAddress(listen: ListenAddress): string {
  return `${listen.hostname}:${listen.port}`;
}

/** An address that agents can send to, kept without a slash at its end. */
export const httpUrl = z
  .string()
  .refine(isHttpUrl, { error: "expected an address such as https://scoring.example.com" })
  .transform((text) => text.replace(/(?<!\/)\/+$/, ""));

/** Whether agents can send to it: they add a path of their own, so it has no query and no fragment. */
export function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  const isHttp = /^https?:\/\//i.test(text) && (url?.protocol === "http:" || url?.protocol === "https:");
  return isHttp && url.search === "" && url.hash === "" && url.username === "";
}

/**
 * The issuer of an OpenID Connect provider, kept letter by letter: a slash at its end is part of it.
 *
 * @see OpenID Connect Core 1.0, section 2: an issuer uses https. Plain http is accepted only on this machine.
 */
export const issuerUrl = z
  .string()
  .refine((text) => isHttpUrl(text) && (/^https:/i.test(text) || isOnThisMachine(text)), {
    error: "expected the provider's issuer, such as https://login.example.com; http only on this machine",
  });

/** Whether an address leads to this machine and no other, by what it says. */
export function isOnThisMachine(url: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? "");
}

/** One mailbox, in ASCII: with no name, no comment and nothing that ends a header. */
export const emailAddress = z
  .string()
  .max(254)
  .regex(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){0,20}$/, {
    error: "expected an e-mail address, such as team@example.com",
  });

/** Where a person can write or call, kept as an address with a scheme: an e-mail address gets `mailto:`. */
export const contact = z
  .string()
  .max(1_000)
  .transform((text) => (emailAddress.safeParse(text).success ? `mailto:${text}` : text))
  .refine((text) => /^(mailto:|https:\/\/|tel:)[\x21-\x7e]+$/i.test(text) && URL.canParse(text), {
    error: "expected an e-mail address, or one that begins with https:, mailto: or tel:",
  });

/** 32 bytes, kept in hexadecimal. */
export const hexKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, {
    error: "expected 64 hexadecimal digits, as openssl rand -hex 32 prints them",
  })
  .transform((text) => text.toLowerCase());

const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

/** A size: bytes, or a number with one of the units above. */
export const bytes = z
  .union([z.int().nonnegative(), z.string().regex(/^\d+(\.\d+)?\s*([KMGT]iB|B)?$/)], {
    error: "expected a size, such as 20MiB or 20971520",
  })
  .transform((size) => (typeof size === "number" ? size : sizeOf(size)));

function sizeOf(text: string): number {
  const unit = text.replace(/^[\d.]+\s*/, "");
  return Math.round(Number.parseFloat(text) * (UNITS[unit] ?? 1));
}

/** A number of zero or more. */
export const number = z
  .union([z.number().nonnegative(), z.string().regex(/^\d+(\.\d+)?$/)], {
    error: "expected a number of zero or more",
  })
  .transform(Number);

/** A number above zero and up to one. */
export const ratio = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)], { error: "expected a number above 0 and up to 1" })
  .transform(Number)
  .refine((value) => value > 0 && value <= 1, { error: "expected a number above 0 and up to 1" });

/** Hours, fractions allowed, at least six minutes. */
export const hours = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)], { error: "expected hours, such as 12 or 0.5" })
  .transform(Number)
  .refine((value) => value >= 0.1 && value <= 8_760, { error: "expected hours from 0.1 to 8760" });

/** A whole number of zero or more. */
export const wholeNumber = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,15}$/)], {
    error: "expected a whole number of zero or more",
  })
  .transform(Number);

/** A whole number of one or more. */
export const positiveNumber = z
  .union([z.int().positive(), z.string().regex(/^0*[1-9]\d{0,14}$/)], {
    error: "expected a whole number of one or more",
  })
  .transform(Number);

/** On or off. */
export const flagValue = z.union([z.boolean(), z.stringbool()], { error: "expected true or false" });

/** Several values: a list, or text with commas. */
export const list = z.union([z.array(z.string().min(1)), z.string()]).transform((values) =>
  typeof values === "string"
    ? values
        .split(",")
        .map((value) => value.trim())
        .filter((value) => value !== "")
    : values,
);

/** A list whose values may themselves be several, as `--nats-url a,b --nats-url c` is. */
const separated = list.transform((values) =>
  values.flatMap((value) => value.split(",").map((part) => part.trim())),
);

/** Addresses of servers, each kept without a slash at its end. */
export const httpUrls = separated
  .refine((urls) => urls.every(isHttpUrl), {
    error: "expected addresses such as http://engine-1:4318, with commas between them",
  })
  .transform((urls) => urls.map((url) => url.replace(/(?<!\/)\/+$/, "")));

/** Servers of a NATS cluster. */
export const natsUrls = separated.refine((urls) => urls.every(isNatsUrl), {
  error: "expected servers such as nats://10.0.0.1:4222 or tls://nats.example.com; credentials are in a file",
});

function isNatsUrl(text: string): boolean {
  const url = URL.parse(text);
  const isNats = url?.protocol === "nats:" || url?.protocol === "tls:";
  return isNats && url.hostname !== "" && /^\/?$/.test(url.pathname) && `${url.username}${url.search}` === "";
}

/** A bucket, and a prefix of its keys. */
export const objectsUrl = z.string().regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.!*'()/-]*)?$/, {
  error: "expected a bucket such as s3://records or s3://records/scoring",
});

/** A database of PostgreSQL's, with user and password in the address. */
export const databaseUrl = z.string().refine(isDatabaseUrl, {
  error: "expected an address such as postgres://user:password@host:5432/scoring",
});

function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text);
  const isPostgres = url?.protocol === "postgres:" || url?.protocol === "postgresql:";
  return isPostgres && url.pathname.length > 1;
}

/** Domains of e-mail addresses, in small letters. */
export const domains = list
  .refine((names) => names.every((name) => DOMAIN.test(name)), {
    error: "expected domains of e-mail addresses, such as example.com",
  })
  .transform((names) => names.map((name) => name.toLowerCase()));

const DOMAIN = /^[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){0,20}$/;

/** Several IP addresses, each as an address or as a network in CIDR notation. */
export const networks = list.refine((texts) => texts.every(isNetwork), {
  error: "expected IP addresses or networks, such as 127.0.0.1 or 10.0.0.0/8",
});

function isNetwork(text: string): boolean {
  const [address = "", prefix = "0", ...rest] = text.split("/");
  const bits = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}
