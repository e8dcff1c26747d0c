import { randomUUID } from 'node:crypto';
import { div, neg, quantize } from '@tessera/money';
import type { Currency } from '../../platform/catalogue/catalogue.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { type Entry, houseAccount, userAccount } from '../../platform/ledger/index.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { readConfiguration } from '../site/index.ts';
import { requireAllowance, requireRoom, valueInIndex } from './caps.ts';
import { legOf, type Market } from './legs.ts';
import { addConversion, addFlows, lockFlows } from './store.ts';

/** Fraction digits of a rate. */
const RATE_SCALE = 12;

type Sold = {
  readonly currency: Currency;
  /** Units of the currency. */
  readonly number: string;
  /** USDT that the user gets for them. */
  readonly receive: string;
};

/**
 * Sells what a user pays with for USDT, as part of buying something with it. It counts and is bounded as every conversion
 * of the user is. Returns the entries of the currency and of the house; the caller books the USDT where they go.
 */
export async function sellForUsdt(
  tx: Transaction,
  user: SignedIn,
  { currency, number, receive }: Sold,
  market: Market,
): Promise<readonly Entry[]> {
  // One conversion of a user after the other, see `convertAtQuote`.
  await tx.query('select from user_account where id = $1 for no key update', [user.id]);
  await lockFlows(tx, [currency.code, 'USDT']);
  const configuration = await readConfiguration(tx);
  const [from, to] = [
    await legOf(tx, market, currency, configuration.conversionSpreads),
    await legOf(tx, market, market.catalogue.heldCurrency('USDT'), configuration.conversionSpreads),
  ];
  const { now } = market;
  const value = valueInIndex(number, from);
  await requireAllowance(tx, user, value, configuration, now);
  await requireRoom(tx, number, { from, to }, configuration, now);
  await addConversion(
    tx,
    user.id,
    {
      id: randomUUID(),
      from: currency.code,
      to: 'USDT',
      number,
      rate: quantize(div(receive, number), RATE_SCALE, 'down'),
      spread: configuration.conversionSpreads.quoted,
      feeRate: '0',
      fee: '0',
      receive,
      madeAt: now,
    },
    { value, at: now },
  );
  await addFlows(tx, { code: currency.code, amount: number }, { code: 'USDT', amount: receive }, now);
  return [
    { account: userAccount(user.id, 'change'), currency: currency.code, amount: neg(number) },
    { account: houseAccount('converter'), currency: currency.code, amount: number },
    { account: houseAccount('converter'), currency: 'USDT', amount: neg(receive) },
  ];
}
