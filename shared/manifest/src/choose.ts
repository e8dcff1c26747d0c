import type { Manifest, ReleasedRemote, RemoteSlot } from './manifest.ts';

/** Number of buckets for clients: a weight is a number of buckets. */
export const BUCKETS = 10_000;

/**
 * MurmurHash3, 32 bits, x86 variant by Austin Appleby (public domain), over the UTF-16 code units of a text, two bytes
 * each. Fast, without a secret, and even enough for buckets; it protects nothing.
 */
export function murmur3(text: string, seed = 0): number {
  let hash = seed;
  const mix = (block: number) => {
    const rotated = Math.imul(block, 0xcc9e2d51);
    return Math.imul((rotated << 15) | (rotated >>> 17), 0x1b873593);
  };
  const pairs = text.length >> 1;
  for (let at = 0; at < pairs; at += 1) {
    hash ^= mix(text.charCodeAt(at * 2) | (text.charCodeAt(at * 2 + 1) << 16));
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  if (text.length & 1) hash ^= mix(text.charCodeAt(text.length - 1));
  hash ^= text.length * 2;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The bucket of a client under a salt, 0 … 9999: the same for as long as both are. */
export const bucketOf = (salt: string, client: string): number => murmur3(`${salt}:${client}`) % BUCKETS;

/** Whether a client is among `weight` of 10,000. A higher weight keeps all included clients. */
export const isWithin = (weight: number, salt: string, client: string): boolean => bucketOf(salt, client) < weight;

/** `name@version`, as quarantine and withdrawal name a version. */
export const referenceOf = ({ name, version }: Pick<ReleasedRemote, 'name' | 'version'>): string =>
  `${name}@${version}`;

/**
 * The version of a remote for a client: the candidate if the client is in the ramp, then the stable one, then the
 * previous one; the first that did not fail here. If all failed, the choice without failures.
 */
export function chooseVersion(
  { stable, ramp, previous }: RemoteSlot,
  client: string,
  failed: (reference: string) => boolean = () => false,
): ReleasedRemote {
  const wanted = ramp && isWithin(ramp.weight, ramp.salt, client) ? [ramp.candidate, stable] : [stable];
  const order = previous ? [...wanted, previous] : wanted;
  return order.find((remote) => !failed(referenceOf(remote))) ?? (order[0] as ReleasedRemote);
}

/** Every remote in the version for this client. */
export const chooseVersions = (
  manifest: Manifest,
  client: string,
  failed?: (reference: string) => boolean,
): readonly ReleasedRemote[] => manifest.remotes.map((slot) => chooseVersion(slot, client, failed));
