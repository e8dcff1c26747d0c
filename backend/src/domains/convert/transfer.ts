import type { Output, ReadInput } from '@tessera/api/contract';
import { quoteProblem } from '@tessera/api/convert/rules';
import { add, cmp, neg } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { readConfiguration } from '../site/index.ts';
import { requireAllowance, requireRoom, valueInIndex } from './caps.ts';
import { type Market, requireCurrency } from './legs.ts';
import { legsOf } from './quote.ts';
import { addConversion, addFlows, lockFlows, type Quote, takeQuote } from './store.ts';

/** Rejects a quote for something else than the user confirmed. */
function requireSame(
  quote: Quote,
  number: string,
  from: { readonly code: string },
  to: { readonly code: string },
): void {
  if (quote.from !== from.code || quote.to !== to.code || cmp(quote.number, number) !== 0) {
    throw new DomainError('quote_expired', { field: 'quote_id' });
  }
}

/**
 * Converts at a quote of this user, once: what was shown is what is paid. The house is the counterparty. A quote is
 * judged against the prices of this moment, see `quoteProblem`; what is rejected leaves it as it was.
 */
export async function convertAtQuote(
  tx: Transaction,
  user: SignedIn,
  { quote_id, number, from_currency_id, to_currency_id }: ReadInput<'POST /user/Transfer'>,
  market: Market,
): Promise<Output<'POST /user/Transfer'>> {
  const source = requireCurrency(market.catalogue, from_currency_id, 'from_currency_id');
  const target = requireCurrency(market.catalogue, to_currency_id, 'to_currency_id');
  // One conversion of a user after the other, so that those at once are counted. The row of the idempotency key refers
  // to the user already: a stronger lock would wait for it in a circle.
  await tx.query('select from user_account where id = $1 for no key update', [user.id]);
  await requireNotFrozen(tx, user.id);
  const quote = await takeQuote(tx, user.id, quote_id);
  if (!quote) throw new DomainError('quote_expired', { field: 'quote_id' });
  requireSame(quote, number, source, target);
  const configuration = await readConfiguration(tx);
  await lockFlows(tx, [quote.from, quote.to]);
  const { from, to } = await legsOf(tx, market, { source, target }, configuration);
  const { now } = market;
  const problem = quoteProblem(quote, { from, to, now });
  if (problem) throw new DomainError(problem.code, problem);
  const value = valueInIndex(quote.number, from);
  await requireAllowance(tx, user, value, configuration, now);
  await requireRoom(tx, quote.number, { from, to }, configuration, now);

  const { id, ...row } = await addConversion(tx, user.id, quote, { value, at: now });
  const paid = add(quote.receive, quote.fee);
  await postJournal(tx, {
    ref: `convert:${id}`,
    kind: 'convert',
    reference: id,
    at: now,
    entries: [
      { account: userAccount(user.id, 'change'), currency: quote.from, amount: neg(quote.number) },
      { account: houseAccount('converter'), currency: quote.from, amount: quote.number },
      { account: houseAccount('converter'), currency: quote.to, amount: neg(paid) },
      { account: houseAccount('fees'), currency: quote.to, amount: quote.fee },
      { account: userAccount(user.id, 'change'), currency: quote.to, amount: quote.receive },
    ],
  });
  await addFlows(tx, { code: quote.from, amount: quote.number }, { code: quote.to, amount: paid }, now);
  tx.notify(user.id, { kind: 'balance' });
  return { id, ...row };
}
