/*
 * A Merkle sum tree over what users own in one currency, and the text by which a day's roots are signed. Pure: the
 * caller, who builds or verifies, hands in SHA-256.
 *
 * A node commits to the hashes AND the sums of both children. In the summation tree first proposed (Maxwell and Todd,
 * 2013) it committed to their total alone, so that a liar could show each of two users a root too small: Chalkias,
 * Chatzigiannis, Ji, "Broken Proofs of Solvency in Blockchain Custodial Wallets and Exchanges" (2022), section 4. Of the
 * same paper: no negative or overflowing sums, leaves that name the user so that two users of one balance do not share
 * one, and leaves, nodes and padding that cannot be taken for each other.
 */

/** Decimals of a unit: the ledger's. */
const SCALE = 18;
const UNIT = 10n ** BigInt(SCALE);
/** Sums stay below it: 16 bytes, and no total of the ledger comes near. */
export const SUM_LIMIT = 2n ** 127n;

export const HASH_BYTES = 32;
const SUM_BYTES = 16;
/** Bytes of a stored node: its hash and its sum. */
export const NODE_BYTES = HASH_BYTES + SUM_BYTES;

export type SumNode = { readonly hash: Uint8Array; readonly sum: bigint };

/** Stands beside the last node of a level with an odd number of them; no bytes are known that have this hash. */
export const PADDING: SumNode = { hash: new Uint8Array(HASH_BYTES), sum: 0n };

/** An amount in units of 10⁻¹⁸. Throws a RangeError where it is negative, not a decimal, or too large. */
export function unitsOf(amount: string): bigint {
  const [, whole = '', fraction = ''] = /^(\d{1,40})(?:\.(\d{1,18}))?$/.exec(amount) ?? [];
  if (whole === '') throw new RangeError(`${amount} is no amount`);
  const units = BigInt(whole) * UNIT + BigInt(fraction.padEnd(SCALE, '0'));
  if (units >= SUM_LIMIT) throw new RangeError(`${amount} is too large`);
  return units;
}

/** The decimal text of units. */
export function amountOf(units: bigint): string {
  const fraction = (units % UNIT).toString().padStart(SCALE, '0').replace(/0+$/, '');
  return `${units / UNIT}${fraction === '' ? '' : `.${fraction}`}`;
}

const text = new TextEncoder();

const HALF = 64n;

/** A sum in 16 bytes, big-endian. Throws a RangeError where it is negative or too large. */
export function sumBytes(sum: bigint): Uint8Array {
  if (sum < 0n || sum >= SUM_LIMIT) throw new RangeError('a sum is negative or too large');
  const bytes = new Uint8Array(SUM_BYTES);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, sum >> HALF);
  view.setBigUint64(SUM_BYTES / 2, BigInt.asUintN(64, sum));
  return bytes;
}

export function sumOf(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, SUM_BYTES);
  return (view.getBigUint64(0) << HALF) | view.getBigUint64(SUM_BYTES / 2);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const LEAF = Uint8Array.of(0);
const INNER = Uint8Array.of(1);

export type Leaf = {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly currency: string;
  readonly uid: string;
  /** 32 random bytes of this user, currency and day: who sees the hash cannot try balances against it. */
  readonly salt: Uint8Array;
  readonly sum: bigint;
};

/** What the hash of a leaf is made of. */
export const leafBytes = ({ day, currency, uid, salt, sum }: Leaf) =>
  joined([LEAF, text.encode(`tessera funds leaf 1\n${day}\n${currency}\n${uid}\n`), salt, sumBytes(sum)]);

/** What the hash of a node is made of: hash and sum of both children, in their order. */
export const nodeBytes = (left: SumNode, right: SumNode) =>
  joined([INNER, left.hash, sumBytes(left.sum), right.hash, sumBytes(right.sum)]);

/** Nodes of each level, leaves first, the root last. */
export function levelsOf(leaves: number): readonly number[] {
  const levels = [leaves];
  for (let count = leaves; count > 1; ) {
    count = Math.ceil(count / 2);
    levels.push(count);
  }
  return levels;
}

/** Where the nodes beside the path from a leaf to the root lie among all nodes, level by level; null for padding. */
export function branchOf(leaves: number, index: number): readonly (number | null)[] {
  let first = 0;
  let at = index;
  return levelsOf(leaves)
    .slice(0, -1)
    .map((count) => {
      const beside = at % 2 === 0 ? at + 1 : at - 1;
      const place = beside < count ? first + beside : null;
      first += count;
      at = Math.floor(at / 2);
      return place;
    });
}

export type Root = {
  readonly currency: string;
  /** Users who own some of it. */
  readonly leaves: number;
  /** What they own together: the platform owes it. */
  readonly total: string;
  /** Hash of the root, hex. */
  readonly root: string;
};

export type PublicationText = {
  readonly day: string;
  /** Digest of the publication before, hex; 64 zeros for the first. */
  readonly previous: string;
  readonly roots: readonly Root[];
};

export const NO_PUBLICATION = '0'.repeat(2 * HASH_BYTES);

/** The text that is signed, and whose SHA-256 the next publication names. */
export const publicationText = ({ day, previous, roots }: PublicationText): string =>
  [
    'tessera funds 1',
    day,
    previous,
    ...roots.map(({ currency, leaves, total, root }) => `${currency} ${leaves} ${total} ${root}`),
  ].join('\n');
