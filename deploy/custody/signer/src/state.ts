import type { Signed, Spend } from '@tessera/signer-api';
import type { JournalEntry } from './journal.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

type Spent = {
  readonly asset: string;
  readonly at: number;
  readonly amount: bigint;
  readonly to: string;
  readonly approved: boolean;
};
type ToppedUp = { readonly chain: string; readonly address: string; readonly at: number; readonly amount: bigint };
type Written = { readonly at: number; readonly parts: number };
type Fee = { readonly chain: string; readonly at: number; readonly fee: bigint };

const assetKey = (chain: string, asset: string) => `${chain} ${asset}`;

/** What of a chain a transaction uses up, so that only one of those that use the same is ever mined. */
export function slotsOf(chain: string, spend: Spend): readonly string[] {
  if (spend.kind === 'evm') return [`${chain} ${spend.nonce}`];
  if (spend.kind === 'utxo') return spend.inputs.map(({ txid, vout }) => `${chain} ${txid}:${vout}`);
  // A TRON transaction has neither nonce nor inputs; with these in common two payments could be the same bytes.
  return [`${chain} ${spend.timestamp} ${spend.expiration}`];
}

/** What makes an entry long: payments, inputs, deposit addresses and their authorizations. */
export function partsOf({ payments, spend, move }: Pick<Signed, 'payments' | 'spend' | 'move'>): number {
  const inputs = spend.kind === 'utxo' ? spend.inputs.length : 0;
  const authorizations = spend.kind === 'evm' ? (spend.authorizations?.length ?? 0) : 0;
  return payments.length + inputs + authorizations + (move && 'sources' in move ? move.sources.length : 0);
}

/** What follows from the journal: pure, the same after every start. */
export class State {
  /** By payment, oldest first. */
  readonly #signed = new Map<string, Signed[]>();
  /** The payment whose transaction uses a slot. */
  readonly #slots = new Map<string, string>();
  readonly #seen = new Map<string, number>();
  #spent: Spent[] = [];
  #fees: Fee[] = [];
  #toppedUp: ToppedUp[] = [];
  #written: Written[] = [];
  /** Unix ms of the newest entry. */
  last = 0;

  constructor(entries: readonly JournalEntry[]) {
    for (const entry of entries) this.apply(entry);
  }

  apply(entry: JournalEntry): void {
    this.last = Math.max(this.last, entry.at);
    if (entry.type === 'seen') {
      this.#seen.set(`${entry.chain} ${entry.address}`, entry.at);
      return;
    }
    const { signed, approved, at } = entry;
    const { chain, payments, spend, fee, move } = signed;
    this.#written.push({ at, parts: partsOf(signed) });
    const before = this.signed(payments[0]?.id ?? '');
    const replaces = before !== undefined && before.payments[0]?.attempt === payments[0]?.attempt;
    this.#fees.push({ chain, at, fee: BigInt(fee) - (replaces ? BigInt(before.fee) : 0n) });
    for (const slot of slotsOf(chain, spend)) this.#slots.set(slot, payments[0]?.id ?? '');
    for (const { id, asset, to, amount } of payments) {
      this.#signed.set(id, [...this.versions(id), signed]);
      if (move?.kind === 'top_up') this.#toppedUp.push({ chain, address: to, at, amount: BigInt(amount) });
      // What moves between the platform's own addresses is not spent.
      if (replaces || move) continue;
      const spent = { asset: assetKey(chain, asset), at, amount: BigInt(amount), to, approved: approved.includes(id) };
      this.#spent.push(spent);
    }
  }

  /** Forgets what no cap counts any more. */
  #prune(now: number): void {
    this.#spent = this.#spent.filter(({ at }) => at > now - DAY);
    this.#fees = this.#fees.filter(({ at }) => at > now - DAY);
    this.#toppedUp = this.#toppedUp.filter(({ at }) => at > now - DAY);
    this.#written = this.#written.filter(({ at }) => at > now - DAY);
  }

  /** Parts of what was signed within a day. */
  writtenWithinDay(now: number): number {
    this.#prune(now);
    return this.#written.reduce((sum, { parts }) => sum + parts, 0);
  }

  /** What was signed last of a payment. */
  signed(id: string): Signed | undefined {
    return this.versions(id).at(-1);
  }

  /** All that was signed of a payment, oldest first: of transactions in each other's place any one may be mined. */
  versions(id: string): readonly Signed[] {
    return this.#signed.get(id) ?? [];
  }

  slotHolder(slot: string): string | undefined {
    return this.#slots.get(slot);
  }

  seenAt(chain: string, address: string): number | undefined {
    return this.#seen.get(`${chain} ${address}`);
  }

  seenSince(since: number): number {
    let count = 0;
    for (const at of this.#seen.values()) if (at > since) count += 1;
    return count;
  }

  /** What left of an asset within the last ms, smallest units. */
  spentWithin(chain: string, asset: string, within: number, now: number): bigint {
    this.#prune(now);
    const key = assetKey(chain, asset);
    return this.#spent.reduce(
      (sum, each) => (each.asset === key && each.at > now - within ? sum + each.amount : sum),
      0n,
    );
  }

  /** What left to an address within a day without approvals. */
  unapprovedTo(chain: string, asset: string, to: string, now: number): bigint {
    this.#prune(now);
    const key = assetKey(chain, asset);
    return this.#spent.reduce(
      (sum, each) => (each.asset === key && each.to === to && !each.approved ? sum + each.amount : sum),
      0n,
    );
  }

  /** What a deposit address got of the chain's coin within a day. */
  toppedUpWithinDay(chain: string, address: string, now: number): bigint {
    this.#prune(now);
    return this.#toppedUp.reduce(
      (sum, each) => (each.chain === chain && each.address === address ? sum + each.amount : sum),
      0n,
    );
  }

  feesWithinDay(chain: string, now: number): bigint {
    this.#prune(now);
    return this.#fees.reduce((sum, each) => (each.chain === chain ? sum + each.fee : sum), 0n);
  }
}
