import { DomainError } from '../../../platform/http/domain-error.ts';
import { accountsOf } from '../terms.ts';
import type { PaymentProvider } from './provider.ts';

/** Transfers to accounts of the house. Staff compare the bank's statement with the orders, in the queue of reviews. */
export const bankProvider: PaymentProvider = {
  accounts: async (sql) => (await accountsOf(sql)).filter(({ open }) => open),
  configured: async (sql) => (await accountsOf(sql)).some(({ open }) => open),
  async instructions(sql, { fiat, bankId }) {
    const found = (await accountsOf(sql)).find((account) => account.id === bankId && account.fiat === fiat);
    if (!found?.open) throw new DomainError('bank_unknown', { field: 'bank_id' });
    const { id: _id, fiat: _fiat, open: _open, demonstration, ...bank } = found;
    return { bank, demonstration };
  },
};
