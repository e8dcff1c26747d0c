import { expect, test } from 'vitest';
import { leverFunds, opening } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant } from '../../../test/spot-desk.ts';

/*
 * Where a tick is more than the fees of a round trip, or the fees are less than any distance that is forgiven: terms as they
 * are listed. VX has a tick of 0.27 % and fees of 0.02 %, forex fees of 0.005 %. Two positions are opened at one price and
 * closed at another, again and again, by a user whose withdrawals are paused and by one who gains what that user loses.
 */
const PLAYS = [
  // Bought where the index in whole ticks is rounded down, sold where it is rounded up.
  { symbol: 'VX', tick: 373, size: 0.05, amount: '20000', multiple: 20, index: [0.4, 0.6], prices: [0, 1] },
  { symbol: 'SB', tick: 1472, size: 0.01, amount: '20000', multiple: 20, index: [0.4, 0.6], prices: [0, 1] },
  // Within 0.01 % of the index, which does not move.
  {
    symbol: 'EUR/USD',
    tick: 115_900,
    size: 0.000_01,
    amount: '300000',
    multiple: 50,
    index: [0, 0],
    prices: [-11, 11],
  },
] as const;
const ROUNDS = 12;

test.each(PLAYS)('$symbol carries no more than 20 USDT from a paused account to one user', async (play) => {
  const { symbol, tick, size, amount, multiple, index, prices } = play;
  const desk = await createSpotDesk({ prices: { [symbol]: tick * size } });
  try {
    const [victim = '', thief = ''] = await desk.users(2, {});
    await grant(desk.database, [victim, thief], { USDT: '50000' }, 'lever');
    const paused = new Date(desk.now() + 86_400_000);
    await desk.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [victim, paused]);
    const at = (step: 0 | 1) => String(Number(((tick + prices[step]) * size).toFixed(6)));
    const moveTo = async (step: 0 | 1) => {
      desk.source.set(symbol, tick + index[step]);
      await desk.step();
    };
    const order = { symbol, kind: 'limit', price: at(0), amount, multiple } as const;
    desk.source.set(symbol, tick + index[0]);
    await desk.step(20);
    let met = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const long = await desk.lever(opening(thief, { ...order, side: 'long' })).catch(() => null);
      const short = long && (await desk.lever(opening(victim, { ...order, side: 'short' })).catch(() => null));
      if (!short) break;
      met++;
      await moveTo(1);
      const close = { kind: 'close', share: null, cause: 'user', price: at(1) } as const;
      await desk.lever({ ...close, userId: thief, id: long.id }).catch(() => null);
      await desk.lever({ ...close, userId: victim, id: short.id }).catch(() => null);
      await moveTo(0);
    }
    const funds = leverFunds(() => desk.database);
    const gained = Number(await funds.available(thief)) + Number(await funds.frozen(thief)) - 50_000;
    const [carried] = await desk.database.query<{ value: string }>(
      'select value from value_carried where payer_id = $1 and payee_id = $2',
      [victim, thief],
    );
    expect(met).toBeGreaterThan(0);
    expect(Number(carried?.value)).toBeGreaterThan(0);
    expect(Number(carried?.value)).toBeLessThanOrEqual(20);
    expect(gained).toBeLessThanOrEqual(20);
  } finally {
    await desk.close();
  }
});
