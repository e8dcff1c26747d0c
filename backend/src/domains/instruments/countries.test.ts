import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { refuseCountry } from './index.ts';

let app: TestApp;
let american: Person;
let nowhere: Person;
beforeAll(async () => {
  app = await createTestApp();
  american = await signUp(app);
  nowhere = await signUp(app);
  await app.database.query(`update user_account set mobile = '12125550123' where id = $1`, [american.id]);
});
afterAll(() => app.close());

const outcome = (person: Person, countries: readonly string[]) =>
  refuseCountry(app.database, person.id, { countries }, 'currency_id').then(
    () => 'trades',
    (error: unknown) => error,
  );

it('keeps residents of a listed country from trading, by the country of their number', async () => {
  expect((await app.ok('GET /user/info', {}, { token: american.token })).country).toBe('US');
  expect(await outcome(american, ['CN', 'US'])).toMatchObject({ code: 'country_restricted', field: 'currency_id' });
  expect(await outcome(american, ['CA'])).toBe('trades');
  expect(await outcome(american, [])).toBe('trades');
});

it('lets users trade whose country is not known', async () => {
  expect((await app.ok('GET /user/info', {}, { token: nowhere.token })).country).toBeNull();
  expect(await outcome(nowhere, ['US'])).toBe('trades');
});

it('tells apart countries that share a calling code', async () => {
  await app.database.query(`update user_account set mobile = '14165550123' where id = $1`, [american.id]);
  expect((await app.ok('GET /user/info', {}, { token: american.token })).country).toBe('CA');
});
