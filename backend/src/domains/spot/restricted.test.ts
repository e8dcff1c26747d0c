import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSpotDesk, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { openCatalogue } from '../instruments/index.ts';

const BTC = 1;
const ETH = 2;
const USDT = 3;

let desk: SpotDesk;
let ann: string;
beforeAll(async () => {
  const database = await createTestDatabase();
  await openCatalogue({ database, now: Date.now });
  await database.query(`update instrument set countries = '{CN,US}' where symbol = 'BTC/USDT'`);
  await database.query(`update currency set open = false where code = 'ETH'`);
  desk = await createSpotDesk({ database, prices: { 'BTC/USDT': 50_000, 'ETH/USDT': 2_000, 'ETH/BTC': 0.04 } });
  await desk.step(5);
  [ann = ''] = await desk.users(1, { USDT: '1000', BTC: '1' });
});
afterAll(() => desk.close());

const buy = (currency_id: number, legal_id: number, country?: string) =>
  desk
    .place(
      ann,
      { currency_id, legal_id, type: 'buy', kind: 'limit', target_price: '0.05', amount: '1' },
      undefined,
      country,
    )
    .catch((error: unknown) => error);

it('rejects orders of residents of a country in which the pair is not traded, and of no others', async () => {
  expect(await buy(BTC, USDT, 'US')).toMatchObject({ code: 'country_restricted', field: 'currency_id' });
  const elsewhere = { code: expect.not.stringMatching('country_restricted') };
  expect(await buy(BTC, USDT, 'DE')).toMatchObject(elsewhere);
  expect(await buy(BTC, USDT)).toMatchObject(elsewhere);
});

it('rejects orders in a currency that staff closed, whichever side of the pair it is', async () => {
  expect(await buy(ETH, USDT)).toMatchObject({ code: 'currency_closed', field: 'currency_id' });
  expect(await buy(ETH, BTC)).toMatchObject({ code: 'currency_closed', field: 'currency_id' });
});
