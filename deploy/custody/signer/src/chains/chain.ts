import type { Move, Spend } from '@tessera/signer-api';

/** A payment whose address and asset are known to be right. */
export type CheckedPayment = {
  readonly to: string;
  /** Smallest units. */
  readonly amount: bigint;
  /** Contract of a token; null for the chain's own coin. */
  readonly contract: string | null;
};

/** A deposit address with its key. */
export type CheckedSource = { readonly address: string; readonly amount: bigint; readonly key: SigningKey };

/** Movements that name deposit addresses. */
export type WithSources = Extract<Move, { sources: unknown }>;

/** A movement of the platform's own money, its destination known to be right. */
export type CheckedMove =
  | { readonly kind: WithSources['kind']; readonly sources: readonly CheckedSource[] }
  | { readonly kind: Exclude<Move['kind'], WithSources['kind']> };

export type Made = { readonly raw: string; readonly txid: string };

/** A chain as the signer knows it: rules of addresses, what a transaction may cost, and its signature. No node is asked. */
export type ChainSigner<Kind extends Spend['kind'] = Spend['kind']> = {
  readonly kind: Kind;
  /** The hot wallet. */
  readonly address: string;
  /** Code that deposit addresses delegate to; null where a chain needs none. */
  readonly delegate: string | null;
  /** Whether deposits are swept here. */
  readonly sweeps: boolean;
  /** The deposit address of a key. */
  addressOf(key: SigningKey): string;
  /** The one form of an address, by which caps and delays count; null for what is none. */
  readAddress(text: string): string | null;
  /** Most that the transaction can cost, smallest units of the chain's coin. Negative where more leaves than comes in. */
  feeOf(payments: readonly CheckedPayment[], spend: Extract<Spend, { kind: Kind }>): bigint;
  /** Builds the transaction from what was checked, and signs it. */
  sign(payments: readonly CheckedPayment[], spend: Extract<Spend, { kind: Kind }>, move?: CheckedMove): Promise<Made>;
  /** Whether nodes take `next` in place of `former`, by the fees of each. */
  replaces(former: Extract<Spend, { kind: Kind }>, next: Extract<Spend, { kind: Kind }>, fees: Fees): boolean;
};

/** Of a transaction and of what takes its place. */
export type Fees = { readonly former: bigint; readonly next: bigint };

/** A key that signs digests, in the process or in a device. */
export type SigningKey = {
  /** 65 bytes, uncompressed. */
  readonly publicKey: Uint8Array;
  /** secp256k1 with low s. */
  sign(digest: Uint8Array): Promise<{ readonly r: Uint8Array; readonly s: Uint8Array; readonly recovery: 0 | 1 }>;
};

/** More than a tenth: nodes refuse a smaller raise. */
export const raises = (former: bigint | string, next: bigint | string): boolean =>
  BigInt(next) * 10n > BigInt(former) * 11n;
