import { walletContract } from '@tessera/api/wallet/contract';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { userBalances } from '../../platform/ledger/index.ts';
import { type Currency, currencies, currencyById } from '../instruments/index.ts';
import { currencyDetail, walletOverview } from './overview.ts';
import { accountRecords } from './records.ts';
import { transfer, transfers } from './transfer.ts';

function requireCurrency(id: number): Currency {
  const currency = currencyById(id);
  if (!currency) throw new DomainError('currency_unknown', { field: 'currency_id' });
  return currency;
}

const codeOf = (id: number | undefined): string | null => (id === undefined ? null : requireCurrency(id).code);

/** Balances of users, their records, and transfers between own accounts. */
export const wallet = defineDomain(walletContract, ({ feed, now, ports }) => ({
  name: 'wallet',
  recordKinds: ['transfer'],
  calls: {
    'POST /wallet/list': ({ database, user }) =>
      walletOverview({ sql: database, feed, ports, userId: user.id, now: now() }),
    'POST /wallet/detail': async ({ database, user }, { currency_id }) =>
      currencyDetail({ sql: database, feed, ports, userId: user.id }, requireCurrency(currency_id)),
    'POST /wallet/legal_log': async ({ database, user }, { page, limit, account, currency_id, kind, from, to }) => {
      const { list, total } = await accountRecords(database, {
        userId: user.id,
        account: account ?? null,
        currency: codeOf(currency_id),
        kind: kind ?? null,
        from: from ?? null,
        to: to ?? null,
        page,
        limit,
      });
      return { list, page, limit, total };
    },
    'POST /wallet/change': async ({ tx, user }, payload) => {
      const done = await transfer(tx, user.id, payload, now());
      tx.notify(user.id, { kind: 'balance' });
      return done;
    },
    'GET /wallet/hzhistory': async ({ database, user }, { currency_id, page, limit }) => {
      const { list, total } = await transfers(database, user.id, { currency: codeOf(currency_id), page, limit });
      return { list, page, limit, total };
    },
    'GET /currency/user_currency_list': async ({ database, user }, { account }) => {
      const balances = await userBalances(database, user.id);
      const own = new Map(balances.filter(({ name }) => name === account).map((each) => [each.currency, each]));
      return {
        list: currencies.map(({ id, code, name, scale }) => ({
          currency_id: id,
          currency: code,
          name,
          scale,
          available: own.get(code)?.available ?? '0',
          frozen: own.get(code)?.frozen ?? '0',
        })),
      };
    },
  },
}));
