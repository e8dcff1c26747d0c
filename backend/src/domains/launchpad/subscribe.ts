import { randomBytes } from 'node:crypto';
import type { Output, ReadInput } from '@tessera/api/contract';
import { costOf, holdsPrice, phaseAt, subscriptionProblem } from '@tessera/api/launchpad/rules';
import { shareHash } from '@tessera/api/launchpad/verify';
import { add, cmp, mul, neg } from '@tessera/money';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type Entry, postJournal, userAccount } from '../../platform/ledger/index.ts';
import type { Ports } from '../../platform/ports.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { sellForUsdt } from '../convert/index.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { livesIn } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';
import { bidOf, tokenPrice } from './prices.ts';
import { addCommitment, insertOrder, nextOrderId, type Project, shareProject, subscriptionOf } from './store.ts';

export type Subscribing = {
  readonly catalogue: Catalogue;
  readonly feed: Feed;
  readonly ports: Pick<Ports, 'keepsMoney'>;
  /** Unix ms; read again when the subscription is accepted. */
  readonly now: () => number;
};

/** Subscriptions of a user to one project. */
const MOST_ORDERS = 50;

/** Throws where the window of the project is not open. */
function requireOpen(project: Project, now: number): void {
  const { start_at: startAt, end_at: endAt, state } = project;
  const phase = phaseAt({ startAt, endAt, cancelled: state !== 'open' }, now);
  if (phase !== 'in_progress') throw new DomainError('sale_not_open', { field: 'project_id' });
}

async function requireCountry(tx: Transaction, userId: string, { countries }: Project): Promise<void> {
  if (await livesIn(tx, userId, countries)) throw new DomainError('country_restricted');
}

/**
 * Takes the payment into the user's account of subscriptions. The project is held as it is until the commit: its
 * allocation waits for this, and a subscription that waited for the allocation finds that the window is over.
 */
export async function subscribe(
  tx: Transaction,
  user: SignedIn,
  input: ReadInput<'POST /project/order'>,
  { catalogue, feed, ports, now }: Subscribing,
): Promise<Output<'POST /project/order'>> {
  // Before the weaker lock of `requireNotFrozen`: two subscriptions at once would wait for each other in a circle.
  await tx.query('select from user_account where id = $1 for no key update', [user.id]);
  const project = await shareProject(tx, input.project_id);
  if (!project) throw new DomainError('not_found', { field: 'project_id' });
  requireOpen(project, now());
  await requireNotFrozen(tx, user.id);
  await ports.keepsMoney(tx, user.id);
  await requireCountry(tx, user.id, project);
  const currency = catalogue.current().currencyByCode(input.pay_currency);
  if (!currency || !project.pay_currencies.includes(currency.code)) {
    throw new DomainError('currency_unknown', { field: 'pay_currency' });
  }
  if (!currency.open) throw new DomainError('currency_closed', { field: 'pay_currency' });

  const { conversionSpreads, orderLimits } = await readConfiguration(tx);
  const market = { catalogue: catalogue.current(), feed, now: now() };
  const inUsdt = await tokenPrice(tx, market, project, conversionSpreads);
  const bid = await bidOf(tx, market, currency, conversionSpreads);
  const [amount, price] = [add(input.amount, '0'), add(input.price, '0')];
  if (!holdsPrice(price, inUsdt, bid)) throw new DomainError('price_moved', { field: 'price' });
  const limits = { tokenScale: project.scale, payScale: currency.scale, least: add(project.least, '0') };
  const problem = subscriptionProblem({ amount, price }, limits);
  if (problem) throw new DomainError(problem.code, problem);
  const limit = orderLimits[user.level];
  if (cmp(mul(amount, inUsdt), limit) > 0) throw new DomainError('order_limit', { field: 'amount', params: { limit } });

  const id = await nextOrderId(tx);
  const usdt = market.catalogue.heldCurrency('USDT');
  const paid = costOf(amount, inUsdt, usdt.scale);
  const sold = bid === null ? null : costOf(amount, price, currency.scale);
  // A payment in another currency that waited for the allocation would be an option on that currency: a user who dilutes
  // the sale with a later subscription decides by then how much of it is bought.
  const payment: readonly Entry[] =
    sold === null
      ? [{ account: userAccount(user.id, 'change'), currency: 'USDT', amount: neg(paid) }]
      : await sellForUsdt(tx, user, { currency, number: sold, receive: paid }, market);
  await postJournal(tx, {
    ref: `launch-order:${id}:pay`,
    kind: 'subscription',
    reference: project.name,
    at: now(),
    entries: [...payment, { account: userAccount(user.id, 'subscription'), currency: 'USDT', amount: paid }],
  });
  const order = {
    id,
    project_id: project.id,
    user_id: user.id,
    amount,
    pay_currency: 'USDT',
    pay_scale: usdt.scale,
    price: inUsdt,
    paid,
    sold_currency: sold === null ? null : currency.code,
    sold,
  };
  const salt = randomBytes(16).toString('hex');
  const orders = await addCommitment(tx, order, { salt, hash: shareHash(project.id, user.uid, salt) });
  if (orders > MOST_ORDERS) throw new DomainError('too_many_orders', { params: { max: MOST_ORDERS } });
  // Waiting for locks may have taken until the window closed.
  const acceptedAt = now();
  requireOpen(project, acceptedAt);
  await insertOrder(tx, { ...order, created_at: acceptedAt });
  tx.notify(user.id, { kind: 'order', id, status: 'open' });
  tx.notify(user.id, { kind: 'balance' });
  return subscriptionOf(tx, id);
}
