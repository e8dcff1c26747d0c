import { uploadRules } from './rules/upload.ts';

/*
 * Limits of requests that gateway and backend apply alike. Not for the page.
 */

const KIB = 1024;

/** Bytes of a request's body: of a form, whose longest field has 2,000 characters, and of an upload with its fields. */
export const bodyLimits = { form: 64 * KIB, multipart: uploadRules.maxBytes + 64 * KIB } as const;

/** ms within which a request arrives: its headers, a form, and an upload over a slow line. */
export const arrivalLimits = { headers: 15_000, form: 20_000, multipart: 120_000 } as const;

/**
 * Bits of an IPv6 network that counts as one address. Providers give a household up to 48, and tunnels give them away: with
 * 64 it would have 65,536 addresses.
 */
export const IPV6_NETWORK_BITS = 48;

/** Sockets that one address may always hold. */
const ALWAYS = 64;
/** Share of the free places that one address may hold besides. */
const SHARE = 0.25;

/**
 * Whether an address that holds `held` sockets may open another, with `open` of `most` taken. An empty node lets thousands of users
 * behind one carrier address in; each further address gets a share of what is left, so a few never take every place.
 */
export const mayOpenSocket = ({
  held,
  open,
  most,
}: {
  readonly held: number;
  readonly open: number;
  readonly most: number;
}): boolean => open < most && held < ALWAYS + (most - open) * SHARE;
