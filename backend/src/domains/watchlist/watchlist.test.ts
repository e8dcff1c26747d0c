import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  app = await createTestApp();
  ann = await signUp(app);
  ben = await signUp(app);
});
afterAll(() => app.close());

const add = (person: Person, symbol: string) => app.ok('POST /optional/add', { symbol }, { token: person.token });
const remove = (person: Person, symbol: string) => app.ok('POST /optional/del', { symbol }, { token: person.token });
const list = (person: Person) => app.ok('GET /optional/list', {}, { token: person.token });

describe('the watchlist', () => {
  it('stores instruments of every class in insertion order, each once, per user', async () => {
    await add(ann, 'ETH/USDT');
    await add(ann, 'AAPL');
    await add(ann, 'BTC/USDT-PERP');
    expect(await add(ann, 'AAPL')).toMatchObject({ list: ['ETH/USDT', 'AAPL', 'BTC/USDT-PERP'] });
    expect(await list(ann)).toMatchObject({ list: ['ETH/USDT', 'AAPL', 'BTC/USDT-PERP'] });
    expect(await list(ben)).toMatchObject({ list: [] });
  });

  it('forgets an instrument, also one that was not on it', async () => {
    await add(ben, 'XAU/USD');
    await add(ben, 'EUR/USD');
    expect(await remove(ben, 'XAU/USD')).toEqual({ list: ['EUR/USD'] });
    expect(await remove(ben, 'XAU/USD')).toEqual({ list: ['EUR/USD'] });
  });

  it('takes one change from many requests at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => add(ben, 'SOL/USDT')));
    expect((await list(ben)).list.filter((symbol) => symbol === 'SOL/USDT')).toHaveLength(1);
  });

  it.each(['NO/SUCH', 'BTCUSDT'])('rejects %s, which is not listed', async (symbol) => {
    expect(await app.rejection('POST /optional/add', { symbol }, { token: ann.token })).toMatchObject({
      error: 'instrument_unknown',
      field: 'symbol',
    });
  });

  it.each([undefined, '', 'btc usdt', "'; drop table"])('names the field of a symbol like %s', async (symbol) => {
    for (const call of ['POST /optional/add', 'POST /optional/del'] as const) {
      expect(await app.rejection(call, { symbol }, { token: ann.token })).toMatchObject({ field: 'symbol' });
    }
  });

  it('requires a log-in', async () => {
    for (const call of ['GET /optional/list', 'POST /optional/add', 'POST /optional/del'] as const) {
      expect(await app.rejection(call, { symbol: 'AAPL' })).toMatchObject({ type: '999', error: 'session_invalid' });
    }
  });
});
