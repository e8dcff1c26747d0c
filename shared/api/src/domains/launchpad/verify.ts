import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { cmp, type DecimalString, sum } from '@tessera/money';
import { rateOf, type Sale, shareOf } from './rules.ts';

/*
 * Verifies the allocation of a token sale from its published table, in a page, in a tool or in any program.
 */

/** Names a user in the table. The salt is random and known to the user alone: UIDs are few enough to try them all. */
export const shareHash = (project: number, uid: string, salt: string): string =>
  bytesToHex(sha256(utf8ToBytes(`${project}:${uid}:${salt}`)));

/** A user of the table: hash, tokens that were committed in all, and allotted. */
export type PublishedShare = readonly [hash: string, committed: DecimalString, allotted: DecimalString];

/** What was published: the sale, what is said of all users together, and each of them. */
export type Publication = Sale & {
  readonly committed: DecimalString;
  readonly allotted: DecimalString;
  readonly shares: readonly PublishedShare[];
};

/**
 * `duplicate`: a user stands in it twice. `committed`, `allotted`: the sum is not that of the table. `supply`: more was
 * allotted than there is. `share`: a user’s share does not follow from the commitments.
 */
export type AllocationFault = 'duplicate' | 'committed' | 'allotted' | 'supply' | 'share';

/** Null where every share follows from the commitments; else the first fault, with the hash of its user. */
export function allocationFault(
  publication: Publication,
): { readonly fault: AllocationFault; readonly hash?: string } | null {
  const { shares, supply, committed, allotted } = publication;
  const seen = new Set<string>();
  for (const [hash] of shares) {
    if (seen.has(hash)) return { fault: 'duplicate', hash };
    seen.add(hash);
  }
  if (cmp(sum(shares.map(([, each]) => each)), committed) !== 0) return { fault: 'committed' };
  const all = sum(shares.map(([, , each]) => each));
  if (cmp(all, allotted) !== 0) return { fault: 'allotted' };
  if (cmp(all, supply) > 0) return { fault: 'supply' };
  const rate = rateOf(
    publication,
    shares.map(([, each]) => each),
  );
  for (const [hash, commitment, share] of shares) {
    if (cmp(shareOf(commitment, publication, rate), share) !== 0) return { fault: 'share', hash };
  }
  return null;
}
