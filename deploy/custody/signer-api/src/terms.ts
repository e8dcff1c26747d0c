import { createHash } from 'node:crypto';

/** A payment as staff approve it: all that decides who gets what. */
export type PaymentTerms = {
  /** Id of the payment for ever: a signer pays it once. */
  readonly id: string;
  /** Name of the chain in the signer's configuration. */
  readonly chain: string;
  /** Name of the asset in the signer's configuration. */
  readonly asset: string;
  readonly to: string;
  /** Smallest units of the asset, a whole number as text. */
  readonly amount: string;
  /** 0, or how often the payment was signed before and expired unpaid, on chains whose transactions expire. */
  readonly attempt: number;
};

/**
 * What a passkey signs to approve a payment: SHA-256 over the terms and the name of the signer, base64url. The same terms
 * have the same challenge, so that an approval is for this payment alone and repeating it pays nothing again.
 */
export const approvalChallenge = (signer: string, { id, chain, asset, to, amount, attempt }: PaymentTerms): string =>
  createHash('sha256')
    .update(JSON.stringify(['tessera payout 1', signer, id, chain, asset, to, amount, attempt]))
    .digest('base64url');
