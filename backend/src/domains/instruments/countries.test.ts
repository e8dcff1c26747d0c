import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { countriesWithout } from '../../platform/catalogue/catalogue.ts';
import { countryOfTrader, livesIn } from './index.ts';

let app: TestApp;
let american: Person;
let nowhere: Person;
beforeAll(async () => {
  app = await createTestApp();
  american = await signUp(app);
  nowhere = await signUp(app);
  await app.database.query(`update user_account set mobile = '12125550123' where id = $1`, [american.id]);
  await app.database.query(`update instrument set countries = '{CN,US}' where symbol = 'BTC/USDT'`);
  await app.database.query('update catalogue_head set version = version + 1');
  await app.catalogue.refresh();
});
afterAll(() => app.close());

const countries = ['CN', 'US'];
const countryOf = ({ id }: Person) => countryOfTrader(app.database, id, countries);

describe('an instrument that is not traded everywhere', () => {
  it('names the countries in the list', async () => {
    const { list } = await app.ok('GET /currency/quotation_new', { symbols: ['BTC/USDT', 'ETH/USDT'] });
    expect(list.map(({ countries }) => countries)).toEqual([['CN', 'US'], []]);
  });

  it('knows the country of a user by the phone number', async () => {
    expect((await app.ok('GET /user/info', {}, { token: american.token })).country).toBe('US');
    expect(await countryOf(american)).toBe('US');
  });

  it('judges products that follow it by the same countries', async () => {
    const catalogue = app.catalogue.current();
    expect(countriesWithout(catalogue, 'BTC/USDT')).toEqual(['CN', 'US']);
    expect([countriesWithout(catalogue, null), countriesWithout(catalogue, 'GONE/USDT')]).toEqual([[], []]);
    expect(await livesIn(app.database, american.id, ['CN', 'US'])).toBe(true);
    expect(await livesIn(app.database, american.id, ['CN'])).toBe(false);
    expect(await livesIn(app.database, nowhere.id, ['CN', 'US'])).toBe(false);
  });

  it('knows none of a user without a number', async () => {
    expect((await app.ok('GET /user/info', {}, { token: nowhere.token })).country).toBeNull();
    expect(await countryOf(nowhere)).toBeNull();
  });

  it('tells apart countries that share a calling code', async () => {
    await app.database.query(`update user_account set mobile = '14165550123' where id = $1`, [american.id]);
    expect(await countryOf(american)).toBe('CA');
  });

  it('asks for no country where it is traded everywhere', async () => {
    expect(await countryOfTrader(app.database, 'nobody', [])).toBeNull();
  });
});
