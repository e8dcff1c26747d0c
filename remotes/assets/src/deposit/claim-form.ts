import { type ClaimInput, checkTransactionId, type DepositCoin, depositProblem } from '@tessera/api/deposits';
import { defineForm } from '@tessera/form';

export type ClaimEntries = {
  /** '' while there is no number. */
  readonly amount: string;
  /** Id of the payment's transaction, as it was typed or pasted. */
  readonly txid: string;
  /** Where the payment came from. */
  readonly account: string;
  /** Location of the uploaded voucher. */
  readonly voucher: string | null;
  /** What is missing shows once the user tried to send. */
  readonly tried: boolean;
};

/** The claim of a payment on a network; what it may be follows from the coin. */
export const claimForm = defineForm({
  initial: (): ClaimEntries => ({ amount: '', txid: '', account: '', voucher: null, tried: false }),
  reduce: (entries: ClaimEntries, change: Partial<ClaimEntries>): ClaimEntries => ({ ...entries, ...change }),
  derive(
    { amount, txid, account, voucher },
    { currency_id, network }: DepositCoin,
  ): { readonly input: ClaimInput | null } {
    if (amount === '' || voucher === null) return { input: null };
    const from = account.trim();
    const id = txid.trim();
    return {
      input: { currency_id, network, amount, voucher, ...(id && { txid: id }), ...(from && { account: from }) },
    };
  },
  problems({ amount, txid, voucher }, _, { currency, scale, min_amount }) {
    const problem = depositProblem(amount, { currency, scale, min: min_amount });
    const wrong = txid.trim() === '' ? null : checkTransactionId(txid);
    const missing = { code: 'voucher_required', field: 'voucher' } as const;
    return [
      ...(problem ? [problem] : []),
      ...(wrong ? [{ ...wrong, field: 'txid' as const }] : []),
      ...(voucher === null ? [missing] : []),
    ];
  },
});
