import * as z from 'zod';

/** A whole number of smallest units, as text. */
const units = z.string().regex(/^(0|[1-9]\d{0,77})$/);
const id = z.string().regex(/^[a-z0-9:._-]{1,100}$/i);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

const payment = z.strictObject({
  id,
  asset: id,
  to: z.string().min(1).max(120),
  amount: units,
  attempt: count.max(50),
});

/** How a transaction is spent: what keeps it from being mined beside another one of the same payment. */
const evm = z.strictObject({
  kind: z.literal('evm'),
  nonce: count,
  gas: units,
  /** wei for a unit of gas. */
  maxFee: units,
  priorityFee: units,
  /** Of a sweep: deposit addresses that have no delegate yet; of a release: those that have it. With their nonces (EIP-7702). */
  authorizations: z.optional(z.array(z.strictObject({ address: z.string().min(1).max(120), nonce: count })).max(200)),
});
const utxo = z.strictObject({
  kind: z.literal('utxo'),
  /** Outputs that are spent: of the hot wallet, or of a sweep those of its sources, in their order. */
  inputs: z
    .array(z.strictObject({ txid: hash, vout: count.max(0xff_ff_ff_ff), value: units }))
    .min(1)
    .max(500),
  /** What goes back to the hot wallet; "0" without such an output. The rest of the inputs is the fee. */
  change: units,
});
const tron = z.strictObject({
  kind: z.literal('tron'),
  refBlockBytes: z.string().regex(/^[0-9a-f]{4}$/),
  refBlockHash: z.string().regex(/^[0-9a-f]{16}$/),
  /** Unix ms. */
  timestamp: count,
  expiration: count,
  /** Most that a contract call may burn, in sun. */
  feeLimit: units,
});
const spend = z.discriminatedUnion('kind', [evm, utxo, tron]);

/**
 * A movement of the platform's own money. `to` of its one payment is where the signer's configuration lets it go: `sweep`
 * brings deposits to the hot wallet, `cold` takes from there to the cold address. `prepare` puts the code that deposit
 * addresses delegate to on its chain: `to` is its address, and the amount 0. `release` ends their delegation: `to` is the
 * hot wallet, and all amounts are 0. `top_up` gives a deposit address of TRON, its one source, the coins that its sweep burns.
 */
const sources = z
  .array(
    z.strictObject({
      /** Child of the account of deposits: the id of the user. */
      index: count.max(0x7f_ff_ff_ff),
      address: z.string().min(1).max(120),
      amount: units,
    }),
  )
  .min(1)
  .max(200);
const move = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sweep'), sources }),
  z.strictObject({ kind: z.literal('release'), sources }),
  z.strictObject({ kind: z.literal('top_up'), sources }),
  z.strictObject({ kind: z.literal('cold') }),
  z.strictObject({ kind: z.literal('prepare') }),
]);

export const signRequest = z.strictObject({
  chain: id,
  move: z.optional(move),
  /** Several in a transaction of a Bitcoin-like chain, otherwise one. `contract` and `decimals` are what the amount was counted by. */
  payments: z
    .array(
      payment.extend({
        contract: z.nullable(z.string().min(1).max(120)),
        decimals: count.max(36),
        approvals: z.array(z.string().max(10_000)).max(6),
      }),
    )
    .min(1)
    .max(200),
  spend,
});
export const announceRequest = z.strictObject({
  chain: id,
  addresses: z.array(z.string().min(1).max(120)).min(1).max(500),
});
export const knownRequest = z.strictObject({ ids: z.array(id).max(500) });

export const signedShape = z.strictObject({
  chain: id,
  move: z.optional(move),
  payments: z.array(payment),
  spend,
  /** Id of the transaction on its chain, known before it is sent; without 0x. */
  txid: hash,
  /** The signed transaction, hexadecimal without 0x; of TRON its JSON. */
  raw: z.string(),
  /** Most that the transaction can cost, in smallest units of the chain's own coin. */
  fee: units,
  /** Unix ms. */
  at: count,
});

const cap = z.strictObject({ limit: units, used: units });
export const statusShape = z.strictObject({
  name: z.string(),
  /** Name of the relying party and origins that approvals are made for. */
  rpId: z.string(),
  chains: z.array(
    z.strictObject({
      chain: id,
      kind: z.enum(['evm', 'utxo', 'tron']),
      address: z.string(),
      /** Fingerprint of the account key of deposits (BIP 32), eight hexadecimal digits. */
      deposits: z.string(),
      /** Code that deposit addresses of an EVM chain delegate to; null elsewhere. */
      delegate: z.nullable(z.string()),
      /** Where the hot wallet may send what is too much for it; null where none is configured. */
      cold: z.nullable(z.string()),
      /** Chain id of an EVM chain in decimal digits; null elsewhere. */
      identity: z.nullable(z.string()),
      /** Least that makes a deposit final; null where the configuration leaves it open. */
      confirmations: z.nullable(count),
      finality: z.nullable(z.enum(['confirmations', 'finalized'])),
      fees: z.strictObject({ transaction: units, day: cap }),
      assets: z.array(
        z.strictObject({
          asset: id,
          /** In the one form of an address of the chain. */
          contract: z.nullable(z.string()),
          decimals: count,
          transaction: units,
          hour: cap,
          day: cap,
          /** Above it a payment needs the approval of two members. */
          approvalsAbove: units,
          /** s from the announcement of an address to the first payment to it. */
          delay: count,
        }),
      ),
    }),
  ),
});

export const knownShape = z.strictObject({ signed: z.array(signedShape) });
export const announcedShape = z.strictObject({
  addresses: z.array(z.strictObject({ address: z.string(), at: count })),
});

export const refusalCodes = [
  'bad_request',
  'chain_unknown',
  'asset_unknown',
  'asset_differs',
  'address_invalid',
  'address_waits',
  'amount_zero',
  'destination_refused',
  'source_unknown',
  'approvals_missing',
  'over_transaction_cap',
  'over_hourly_cap',
  'over_daily_cap',
  'fee_too_high',
  'fees_over_daily_cap',
  'already_signed',
  'slot_taken',
  'replacement_too_low',
  'not_expired',
  'clock_wrong',
  'state_unwritable',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];
export const refusalShape = z.object({ error: z.enum(refusalCodes), detail: z.string() });

export type Move = z.infer<typeof move>;
export type SweepSource = Extract<Move, { kind: 'sweep' }>['sources'][number];
export type Payment = z.infer<typeof payment>;
export type Spend = z.infer<typeof spend>;
export type SignRequest = z.infer<typeof signRequest>;
export type Signed = z.infer<typeof signedShape>;
export type SignerStatus = z.infer<typeof statusShape>;

/** The signer does not sign this. `detail` names what: another payment's id, a time, an amount. */
export class SignerRefusal extends Error {
  override name = 'SignerRefusal';
  readonly code: RefusalCode;
  readonly detail: string;
  constructor(code: RefusalCode, detail = '') {
    super(detail ? `${code}: ${detail}` : code);
    this.code = code;
    this.detail = detail;
  }
}
