import { join } from 'node:path';
import { isPositive } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import type { HoldingEvent, ProductHolding } from '../../platform/ports.ts';
import { pickText, textsIn } from '../../platform/texts.ts';
import type { Prices } from './prices.ts';
import { applicationsOf } from './store.ts';
import en from './texts/en.json' with { type: 'json' };
import { wireApplications } from './view.ts';

/** `{currency}` is that of the collateral. */
const TEXTS = textsIn(join(import.meta.dirname, 'texts'), en);

/** More applications than a user has: those that hold collateral are the latest. */
const LATEST = 100;

/** Collateral of the user's application and loan. */
export async function holdingsOf(sql: Sql, userId: string, prices: Prices): Promise<ProductHolding[]> {
  const { rows } = await applicationsOf(sql, userId, { page: 1, limit: LATEST });
  const views = await wireApplications(sql, rows, prices);
  return views
    .filter(({ margin_number }) => isPositive(margin_number))
    .map(({ id, margin_currency: currency, margin_number: amount, status, loan }): ProductHolding => {
      const events: HoldingEvent[] = loan
        ? [
            ...(loan.next_interest
              ? [
                  {
                    at: loan.next_interest.at,
                    kind: 'repayment' as const,
                    currency: 'USDT',
                    amount: loan.next_interest.number,
                  },
                ]
              : []),
            { at: loan.due_at, kind: 'repayment' as const, currency: 'USDT', amount: loan.owed },
          ]
        : [];
      return {
        product: 'loan',
        id,
        name: pickText(TEXTS, ({ holding }) => holding.replace('{currency}', currency)),
        account: 'collateral',
        currency,
        amount,
        earned: [],
        nextPayment: null,
        maturesAt: loan?.due_at ?? null,
        status: loan?.state ?? status,
        screen: '/pages/common/borrowing',
        events,
      };
    });
}
