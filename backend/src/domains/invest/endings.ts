import { fixedInterest } from '@tessera/api/invest/rules';
import { add, neg, sub } from '@tessera/money';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Entry, houseAccount, type Journal, userAccount } from '../../platform/ledger/index.ts';
import type { BuyParts } from './buy.ts';
import type { Ending, StoredOrder } from './store.ts';

/* What the end of an order moves and what its owner is told. */

export type SettleParts = {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly feed: BuyParts['feed'];
  readonly ports: BuyParts['ports'];
  /** Unix ms. */
  readonly now: () => number;
};

export type Ended = { readonly order: StoredOrder; readonly ending: Ending };

/** Principal, what is paid for it, and what the house adds or gets. Nothing of the order remains. */
export function journalOf({ order, ending }: Ended, at: number): Journal {
  const { id, user_id, currency, amount, section, symbol } = order;
  const { paid, paid_currency } = ending;
  const [account, house] = section === 'fixed' ? (['invest', 'interest'] as const) : (['dual', 'dual'] as const);
  const own: Entry[] = [
    { account: userAccount(user_id, account), currency, amount: neg(amount) },
    { account: userAccount(user_id, 'change'), currency: paid_currency, amount: paid },
  ];
  const same = paid_currency === currency;
  return {
    ref: `invest-order:${id}:end`,
    kind: 'invest_settle',
    reference: symbol ?? currency,
    at,
    entries: [
      ...own,
      { account: houseAccount(house), currency, amount: same ? sub(amount, paid) : amount },
      ...(same ? [] : [{ account: houseAccount(house), currency: paid_currency, amount: neg(paid) }]),
    ],
  };
}

/** What the user is told of an end. */
export function noticeOf({ order, ending }: Ended, at: number) {
  const { id, user_id: userId, section, symbol } = order;
  const { status, paid, paid_currency, accrued } = ending;
  const amount = `${paid} ${paid_currency}`;
  const of = { userId, reference: id, at };
  if (section === 'fixed')
    return { ...of, kind: 'invest_matured', named: { amount, interest: `${accrued} ${paid_currency}` } };
  return {
    ...of,
    kind: status === 'failed' ? 'dual_returned' : 'dual_settled',
    named: { amount, symbol: symbol ?? '' },
  };
}

/** How a fixed deposit ends whose term is over. */
export function endingOfDeposit(order: StoredOrder): Ended {
  const { id, amount, annual_rate, days, scale, currency } = order;
  const interest = fixedInterest(amount, annual_rate, days ?? 0, scale);
  return {
    order,
    ending: {
      id,
      status: 'completed',
      paid: add(amount, interest),
      paid_currency: currency,
      accrued: interest,
      penalty: null,
    },
  };
}
