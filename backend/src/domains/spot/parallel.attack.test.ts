import { afterEach, expect, it } from 'vitest';
import { createSpotDesk, type SpotDesk } from '../../../test/spot-desk.ts';
import { auditLedger, userBalance } from '../../platform/ledger/index.ts';

/*
 * The attack of the former market, through the desk and the ledger: 15 accounts buy for 1,000,000 USDT each at once, one
 * more buys a thin coin for 900,000, and all of it is sold when the foretold move is over. It filled whole, at one price
 * each, and together earned 23,122 USDT in nine minutes.
 */

const COIN = 'BTC/USDT';
const THIN = 'QNT/USDT';
const PRICES = { [COIN]: 96_480, [THIN]: 84.36 };
/** 23,122 of 15,900,000 USDT, after fees of 0.1 % on both sides: what the price had to move by. */
const MOVE = 23_122 / 15_900_000 + 0.002;

let desk: SpotDesk | undefined;
afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

it('15 parallel buys of a million and 900,000 of a thin coin earn nothing by the same move', async () => {
  // A ladder that comes back at once is kinder to the attacker than the one that takes ten seconds.
  desk = await createSpotDesk({ prices: PRICES, terms: (each) => ({ ...each, house: { ...each.house, refill: 1 } }) });
  const { database, place, step, users } = desk;
  await step(3);
  const accounts = await users(15, { USDT: '1000000' });
  const [other = ''] = await users(1, { USDT: '900000' });
  const ids = new Map(
    (await database.query<{ code: string; id: number }>('select code, id from currency')).map(({ code, id }) => [
      code,
      id,
    ]),
  );
  const market = (base: string, more: object) => ({
    currency_id: ids.get(base),
    legal_id: ids.get('USDT'),
    kind: 'market',
    ...more,
  });
  const bought = await Promise.all([
    ...accounts.map((account) => place(account, market('BTC', { type: 'buy', quote_amount: '999000' }))),
    place(other, market('QNT', { type: 'buy', quote_amount: '899000' })),
  ]);
  const spent = bought.map(({ filled_quote_amount }) => Number(filled_quote_amount));
  const [thin = 0] = spent.splice(-1);
  // A displayed depth of the coin is worth five millions, of the thin one 5,600.
  expect(spent.reduce((sum, value) => sum + value, 0)).toBeLessThan(5_000_000);
  expect(thin).toBeLessThan(6_000);
  const prices = bought.flatMap(({ symbol, fills }) => (symbol === COIN ? fills.map(({ price }) => price) : []));
  expect(new Set(prices).size).toBeGreaterThan(10);
  for (const { symbol, tick } of await database.query<{ symbol: keyof typeof PRICES; tick: string }>(
    'select symbol, tick from instrument where symbol = any($1)',
    [Object.keys(PRICES)],
  )) {
    desk.source.set(symbol, Math.round((PRICES[symbol] * (1 + MOVE)) / Number(tick)));
  }
  await step(2);
  // All of it is sold, as far as the book takes it, for as long as it takes.
  for (let round = 0; round < 4; round++) {
    for (const [account, base, scale] of [
      ...accounts.map((each) => [each, 'BTC', 5] as const),
      [other, 'QNT', 2] as const,
    ]) {
      const held = Number(await userBalance(database, account, 'change', base));
      const amount =
        Math.floor(Math.min(held, 900_000 / (PRICES[`${base}/USDT`] as number)) * 10 ** scale) / 10 ** scale;
      if (amount * (PRICES[`${base}/USDT`] as number) > 10) {
        await place(account, market(base, { type: 'sell', amount: amount.toFixed(scale) }));
      }
    }
    await step();
  }
  let end = 0;
  for (const account of [...accounts, other]) {
    end += Number(await userBalance(database, account, 'change', 'USDT'));
    for (const base of ['BTC', 'QNT'] as const) {
      // What is left is worth what it could have been sold for at best.
      end +=
        Number(await userBalance(database, account, 'change', base)) * (PRICES[`${base}/USDT`] as number) * (1 + MOVE);
    }
  }
  expect(end).toBeLessThan(15_900_000);
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
});
