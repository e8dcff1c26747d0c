import { sha256 } from '@noble/hashes/sha2.js';
import { isSignedBy } from '../../kit/ed25519.ts';
import type { BalanceProof } from './contract.ts';
import {
  HASH_BYTES,
  leafBytes,
  levelsOf,
  nodeBytes,
  PADDING,
  publicationText,
  SUM_LIMIT,
  type SumNode,
  unitsOf,
} from './rules.ts';

/*
 * Verifies that a published total counts a user's balances, in a page, in a tool or in any program: nothing but the file
 * goes in.
 */

/**
 * `digest`: the digest is not that of the published text. `signature`: the text is not signed by the key that it names.
 * `key`: nor by the expected one. `twice`: a currency has two balances or two roots. `absent`: a balance's currency has no
 * root. `range`: a sum is negative or too large. `branch`: the branch does not fit the number of leaves. `root`: the balance
 * is not counted in the root. `total`: nor in the total.
 */
export type BalanceFault = 'digest' | 'signature' | 'key' | 'twice' | 'absent' | 'range' | 'branch' | 'root' | 'total';

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const base64Of = (url: string) =>
  Uint8Array.from(atob(url.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

async function publicationFault({ publication }: BalanceProof, expectedKey?: string): Promise<BalanceFault | null> {
  const text = new TextEncoder().encode(publicationText(publication));
  if (hexOf(sha256(text)) !== publication.digest) return 'digest';
  if (!(await isSignedBy(bytesOf(publication.key), base64Of(publication.signature), text))) return 'signature';
  if (expectedKey !== undefined && expectedKey !== publication.key) return 'key';
  return new Set(publication.roots.map(({ currency }) => currency)).size < publication.roots.length ? 'twice' : null;
}

type Balance = BalanceProof['balances'][number];

async function branchFault({ publication, uid }: BalanceProof, balance: Balance): Promise<BalanceFault | null> {
  const { currency, index, path } = balance;
  const root = publication.roots.find((each) => each.currency === currency);
  if (!root) return 'absent';
  const levels = levelsOf(root.leaves);
  if (path.length !== levels.length - 1 || index >= root.leaves) return 'branch';
  try {
    const sum = unitsOf(balance.amount);
    const leaf = leafBytes({ day: publication.day, currency, uid, salt: bytesOf(balance.salt), sum });
    let node: SumNode = { hash: sha256(leaf), sum };
    for (const [level, { hash, sum: besideSum }] of path.entries()) {
      const at = Math.floor(index / 2 ** level);
      const beside: SumNode = { hash: bytesOf(hash), sum: unitsOf(besideSum) };
      const padded = at % 2 === 0 && at + 1 >= (levels[level] ?? 0);
      if (padded && (beside.sum !== PADDING.sum || beside.hash.some((byte) => byte !== 0))) return 'branch';
      const [left, right] = at % 2 === 0 ? [node, beside] : [beside, node];
      if (left.sum + right.sum >= SUM_LIMIT) return 'range';
      node = { hash: await sha256(nodeBytes(left, right)), sum: left.sum + right.sum };
    }
    if (node.hash.length !== HASH_BYTES || hexOf(node.hash) !== root.root) return 'root';
    return node.sum === unitsOf(root.total) ? null : 'total';
  } catch (error) {
    if (error instanceof RangeError) return 'range';
    throw error;
  }
}

/** The first fault of a proof; null where every balance in it is counted in totals that were signed. */
export async function balanceFault(proof: BalanceProof, expectedKey?: string): Promise<BalanceFault | null> {
  const fault = await publicationFault(proof, expectedKey);
  if (fault) return fault;
  if (new Set(proof.balances.map(({ currency }) => currency)).size < proof.balances.length) return 'twice';
  for (const balance of proof.balances) {
    const found = await branchFault(proof, balance);
    if (found) return found;
  }
  return null;
}
