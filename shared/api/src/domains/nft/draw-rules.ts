import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';

/*
 * Draws of blind boxes. Before its sale a series publishes its terms: the hash of its seed, its inventory, its odds and
 * the public randomness that it adds. Each box gets a sequence number, then the buyer's own seed is bound to it. What a
 * box holds follows from the seed, the number, the buyer's seed and the round of public randomness, drawn from what the
 * boxes before it left. Everything here is pure: a page, a tool and the backend compute the same.
 */

/** Boxes of one series: a page re-computes all of them. */
export const MOST_BOXES = 5_000;
/** Boxes of one purchase. */
export const BOXES_A_PURCHASE = 10;
/** Characters of a buyer's seed: printable ASCII, as its bytes are hashed. */
export const BUYER_SEED = /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/;
const SEED_BYTES = 32;

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)));

/** A source of public randomness: a drand network of the scheme `bls-unchained-g1-rfc9380`, such as quicknet. */
const beacon = z.strictObject({
  scheme: z.literal('bls-unchained-g1-rfc9380'),
  chain_hash: hex(32),
  public_key: hex(96),
  /** Unix s of round 1. */
  genesis: z.int().check(z.minimum(1)),
  /** Seconds between rounds. */
  period: z.int().check(z.minimum(1), z.maximum(3_600)),
});
export type Beacon = z.infer<typeof beacon>;

const terms = z.strictObject({
  version: z.literal(1),
  /** Code of the series. */
  series: z.string().check(z.minLength(1), z.maxLength(64)),
  /** SHA-256 of the seed, see `seedHash`. */
  seed_hash: hex(32),
  /** What the boxes hold, in the order in which it is counted off. */
  inventory: z
    .array(
      z.strictObject({
        code: z.string().check(z.minLength(1), z.maxLength(64)),
        rarity: z.string().check(z.minLength(1), z.maxLength(32)),
        count: z.int().check(z.minimum(1), z.maximum(MOST_BOXES)),
      }),
    )
    .check(z.minLength(1), z.maxLength(MOST_BOXES)),
  /** Boxes of each rarity among all, as `n/total`. */
  odds: z.record(z.string(), z.string()),
  /** Null: the draw uses the seed, the number and the buyer's seed alone. */
  beacon: z.nullable(beacon),
  /** Days without the round of a box after which it and all later ones are refunded; 0 without a beacon. */
  silence_days: z.int().check(z.minimum(0), z.maximum(365)),
});
export type Terms = z.infer<typeof terms>;
export type InventoryItem = Terms['inventory'][number];

const sorted = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The one text of these terms: JSON without blanks, with sorted keys. It is what is hashed and published. */
export const termsText = (of: Terms): string => JSON.stringify(of, sorted);

export const boxesOf = (inventory: readonly Pick<InventoryItem, 'count'>[]): number =>
  inventory.reduce((all, { count }) => all + count, 0);

/** Of each rarity, how many boxes among all hold it. */
export function oddsOf(inventory: readonly InventoryItem[]): Record<string, string> {
  const total = boxesOf(inventory);
  const counts = new Map<string, number>();
  for (const { rarity, count } of inventory) counts.set(rarity, (counts.get(rarity) ?? 0) + count);
  return Object.fromEntries([...counts].map(([rarity, count]) => [rarity, `${count}/${total}`]));
}

/** Reads published terms; null unless it is the one text of terms whose odds follow from the inventory. */
export function readTerms(text: string): Terms | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const read = terms.safeParse(parsed);
  if (!read.success || termsText(read.data) !== text) return null;
  const { inventory, odds } = read.data;
  const codes = new Set(inventory.map(({ code }) => code));
  if (codes.size !== inventory.length || boxesOf(inventory) > MOST_BOXES) return null;
  return JSON.stringify(odds, sorted) === JSON.stringify(oddsOf(inventory), sorted) ? read.data : null;
}

/* What is hashed begins with what it is for, so that no hash of one kind is one of another. */
const domain = (name: string): Uint8Array => utf8ToBytes(`tessera nft draw ${name} 1\n`);
const DOMAINS = { seed: domain('seed'), terms: domain('terms'), link: domain('link'), box: domain('box') };

const u16 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(2);
  new DataView(bytes.buffer).setUint16(0, value);
  return bytes;
};
const u32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};
const u64 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
};
/** Text with its length in front: no two sequences of parts are the same bytes. */
const sized = (text: string): Uint8Array => {
  const bytes = utf8ToBytes(text);
  return concatBytes(u16(bytes.length), bytes);
};

function seedBytes(seed: string): Uint8Array {
  const bytes = hexToBytes(seed);
  if (bytes.length !== SEED_BYTES) throw new RangeError(`a seed has ${SEED_BYTES} bytes`);
  return bytes;
}

/** Hash of a seed of 32 bytes, both hexadecimal. */
export const seedHash = (seed: string): string => bytesToHex(sha256(concatBytes(DOMAINS.seed, seedBytes(seed))));

/** The commitment that stands before the sale: the hash of the published text of the terms. */
export const commitmentOf = (text: string): string => bytesToHex(sha256(concatBytes(DOMAINS.terms, utf8ToBytes(text))));

/** What a purchase fixes of one box. */
export type Bound = {
  /** From 1, without gaps; assigned before the buyer's seed is read. */
  readonly number: number;
  readonly buyer_seed: string;
  /** Unix ms. */
  readonly paid_at: number;
  /** The round of public randomness that decides; null without a beacon. */
  readonly round: number | null;
};

/**
 * The receipt of a box: hashes what its purchase fixed onto the receipt of the box before it, or onto the commitment for
 * the first. A receipt that the buyer holds pins every box up to it.
 */
export const linkOf = (before: string, { number, buyer_seed, paid_at, round }: Bound): string =>
  bytesToHex(
    sha256(
      concatBytes(DOMAINS.link, hexToBytes(before), u64(number), u64(paid_at), u64(round ?? 0), sized(buyer_seed)),
    ),
  );

/** Unix ms at which a round is published. */
export const roundTime = ({ genesis, period }: Pick<Beacon, 'genesis' | 'period'>, round: number): number =>
  (genesis + (round - 1) * period) * 1_000;

/** The first round that is published after a time, Unix ms. */
export const roundAfter = ({ genesis, period }: Pick<Beacon, 'genesis' | 'period'>, at: number): number =>
  Math.max(1, Math.floor((at / 1_000 - genesis) / period) + 2);

/** The randomness of a round, 32 bytes hexadecimal: the hash of its signature. */
export const randomnessOf = (signature: string): string => bytesToHex(sha256(hexToBytes(signature)));

const RANGE = 2n ** 64n;

/** A number of 64 bits as one of `left` places; null for those that would give the first places one chance more. */
export function fairPlace(value: bigint, left: number): number | null {
  const count = BigInt(left);
  return value < RANGE - (RANGE % count) ? Number(value % count) : null;
}

/** What decides a box. `randomness` is that of its round, 32 bytes hexadecimal; null without a beacon. */
export type Decided = Pick<Bound, 'number' | 'buyer_seed' | 'round'> & { readonly randomness: string | null };

/**
 * A number from 0 to `left` − 1, each with the same probability: the first 8 bytes of HMAC-SHA-256 with the seed as its
 * key, over commitment, sequence number, buyer's seed and the round with its randomness. A value above the largest
 * multiple of `left` is rejected and the next one taken.
 */
export function drawPlace(seed: string, commitment: string, box: Decided, left: number): number {
  if (!Number.isSafeInteger(left) || left < 1) throw new RangeError('there is nothing left to draw from');
  if ((box.round === null) !== (box.randomness === null)) throw new RangeError('a round decides by its randomness');
  const randomness =
    box.round === null || box.randomness === null ? u64(0) : concatBytes(u64(box.round), hexToBytes(box.randomness));
  const key = seedBytes(seed);
  const message = concatBytes(DOMAINS.box, hexToBytes(commitment), u64(box.number), sized(box.buyer_seed), randomness);
  for (let attempt = 0; ; attempt++) {
    const digest = hmac(sha256, key, concatBytes(message, u32(attempt)));
    const place = fairPlace(new DataView(digest.buffer, digest.byteOffset).getBigUint64(0), left);
    if (place !== null) return place;
  }
}

/** What the boxes so far left of an inventory. */
export type Stock = {
  readonly left: () => number;
  /** Of each thing, in the order of the inventory: what `stockOf` goes on from. */
  readonly counts: () => readonly number[];
  /** Takes what stands at a place, counted over what is left in the order of the inventory. */
  readonly take: (place: number) => string;
};

/** `from` is what earlier boxes left; by default nothing was taken. */
export function stockOf(inventory: readonly InventoryItem[], from?: readonly number[]): Stock {
  if (from && from.length !== inventory.length) throw new RangeError('what is left is of another inventory');
  const counts = from ? [...from] : inventory.map(({ count }) => count);
  let left = counts.reduce((all, count) => all + count, 0);
  return {
    left: () => left,
    counts: () => [...counts],
    take(place) {
      let before = 0;
      for (const [index, { code }] of inventory.entries()) {
        const count = counts[index] ?? 0;
        if (place < before + count) {
          counts[index] = count - 1;
          left--;
          return code;
        }
        before += count;
      }
      throw new RangeError('a place beyond what is left');
    },
  };
}

/** What each box holds, from number 1 on. Throws where the numbers have a gap or there are more boxes than things. */
export function drawBoxes(
  seed: string,
  commitment: string,
  { inventory }: { readonly inventory: readonly InventoryItem[] },
  boxes: readonly Decided[],
): string[] {
  const stock = stockOf(inventory);
  return boxes.map((box, index) => {
    if (box.number !== index + 1) throw new RangeError(`box ${box.number} stands at place ${index + 1}`);
    return stock.take(drawPlace(seed, commitment, box, stock.left()));
  });
}

/**
 * What a box that is not opened yet may hold, by what was opened: all of that has the same probability, for a box that is
 * sold next as for one that a buyer keeps closed.
 */
export function remaining(inventory: readonly InventoryItem[], opened: readonly string[]): InventoryItem[] {
  const taken = new Map<string, number>();
  for (const code of opened) taken.set(code, (taken.get(code) ?? 0) + 1);
  return inventory.map((item) => ({ ...item, count: item.count - (taken.get(item.code) ?? 0) }));
}
