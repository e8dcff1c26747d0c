import type { Output } from '@tessera/api/contract';
import { portfolioContract } from '@tessera/api/portfolio/contract';
import type { LanguageCode } from '@tessera/api/rules';
import { add, cmp, isZero, mul, sum } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import { defineDomain } from '../../platform/domain.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { type Balance, userBalances } from '../../platform/ledger/index.ts';
import { type HoldingEvent, PRODUCT_ACCOUNTS, type ProductHolding } from '../../platform/ports.ts';
import { priceInUsdt } from '../instruments/index.ts';

type Portfolio = Output<'GET /finance/portfolio'>;

const YEAR = 365 * 86_400_000;
const MOST_EVENTS = 500;
/** USDT: less than this lies idle without a word. */
const IDLE_FROM = '10';

type Sources = {
  readonly catalogue: CatalogueSnapshot;
  readonly feed: Feed;
  readonly language: LanguageCode;
  readonly balances: readonly Balance[];
  readonly holdings: readonly ProductHolding[];
  /** Unix ms. */
  readonly at: number;
};

const isProduct = ({ name }: Balance): boolean => PRODUCT_ACCOUNTS.some((account) => account === name);

/**
 * Accounts and currencies in which the holdings are not what the ledger has, with both sums; empty where all agree. A
 * domain that reports less or more than stands in its account has an error.
 */
export function disagreements(balances: readonly Balance[], holdings: readonly ProductHolding[]) {
  const sums = new Map<string, { ledger: string; held: string }>();
  const at = (account: string, currency: string) => {
    const key = `${account} ${currency}`;
    const known = sums.get(key) ?? { ledger: '0', held: '0' };
    sums.set(key, known);
    return known;
  };
  for (const balance of balances.filter(isProduct)) {
    const known = at(balance.name, balance.currency);
    known.ledger = add(known.ledger, add(balance.available, balance.frozen));
  }
  for (const { account, currency, amount } of holdings) {
    const known = at(account, currency);
    known.held = add(known.held, amount);
  }
  return [...sums].flatMap(([account, { ledger, held }]) =>
    cmp(ledger, held) === 0 ? [] : [{ account, ledger, held }],
  );
}

const eventsOf = ({ events, nextPayment, maturesAt, currency, amount }: ProductHolding): Iterable<HoldingEvent> =>
  events ?? [
    ...(nextPayment ? [{ kind: 'interest' as const, ...nextPayment }] : []),
    ...(maturesAt === null ? [] : [{ kind: 'principal' as const, at: maturesAt, currency, amount }]),
  ];

type Coming = { readonly holding: ProductHolding; readonly event: HoldingEvent };

/** The first events of all holdings up to a time, Unix ms, oldest first. Those that are not among them are not made. */
function comingUntil(holdings: readonly ProductHolding[], until: number): readonly Coming[] {
  const heads = holdings.flatMap((holding) => {
    const events = eventsOf(holding)[Symbol.iterator]();
    const first = events.next();
    return first.done || first.value.at > until ? [] : [{ holding, events, event: first.value }];
  });
  const coming: Coming[] = [];
  while (coming.length < MOST_EVENTS) {
    const [first, ...others] = heads;
    if (!first) break;
    const soonest = others.reduce((least, head) => (head.event.at < least.event.at ? head : least), first);
    coming.push({ holding: soonest.holding, event: soonest.event });
    const next = soonest.events.next();
    if (next.done || next.value.at > until) heads.splice(heads.indexOf(soonest), 1);
    else soonest.event = next.value;
  }
  return coming;
}

export function portfolioOf({ catalogue, feed, language, balances, holdings, at }: Sources): Portfolio {
  const money = (currency: string, amount: string) => ({
    currency,
    scale: catalogue.heldCurrency(currency).scale,
    amount,
  });
  const value = (currency: string, amount: string): string | null => {
    const price = priceInUsdt(feed, currency);
    return price === null ? null : mul(amount, price);
  };
  const inProducts = balances.filter(isProduct).map((balance) => ({
    currency: balance.currency,
    amount: add(balance.available, balance.frozen),
  }));
  const calendar = comingUntil(holdings, at + YEAR).map(({ holding, event: { at: due, kind, currency, amount } }) => ({
    at: due,
    kind,
    product: holding.product,
    name: holding.name[language],
    currency,
    scale: catalogue.heldCurrency(currency).scale,
    amount,
  }));
  return {
    total: sum(inProducts.map(({ currency, amount }) => value(currency, amount) ?? '0')),
    earned: sum(holdings.flatMap(({ earned }) => earned.map(({ currency, amount }) => value(currency, amount) ?? '0'))),
    holdings: holdings.map((holding) => ({
      product: holding.product,
      id: holding.id,
      name: holding.name[language],
      ...money(holding.currency, holding.amount),
      value: value(holding.currency, holding.amount),
      earned: holding.earned.map(({ currency, amount }) => money(currency, amount)),
      next_payment: holding.nextPayment && {
        at: holding.nextPayment.at,
        ...money(holding.nextPayment.currency, holding.nextPayment.amount),
      },
      started_at: holding.startedAt ?? null,
      matures_at: holding.maturesAt,
      exit: holding.exit ?? null,
      status: holding.status,
      screen: holding.screen,
    })),
    calendar,
    idle: balances.flatMap(({ name, currency, available }) => {
      if (name !== 'change' || isZero(available)) return [];
      const worth = value(currency, available);
      return worth === null || cmp(worth, IDLE_FROM) < 0 ? [] : [{ ...money(currency, available), value: worth }];
    }),
    at,
  };
}

/** What users hold in all financial products together. */
export const portfolio = defineDomain(portfolioContract, ({ catalogue, feed, now, ports, log }) => ({
  name: 'portfolio',
  calls: {
    'GET /finance/portfolio': async ({ database, user, language }) => {
      // One snapshot: what a position that ends at this moment holds is in it once.
      const { balances, holdings } = await database.transaction(async (tx) => {
        await tx.query('set transaction isolation level repeatable read');
        return { balances: await userBalances(tx, user.id), holdings: await ports.productHoldings(tx, user.id) };
      });
      const found = disagreements(balances, holdings);
      if (found.length > 0) log.error({ user: user.id, found }, 'holdings are not what the ledger has');
      return portfolioOf({ catalogue: catalogue.current(), feed, language, balances, holdings, at: now() });
    },
  },
}));
