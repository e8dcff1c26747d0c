import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { SERVICES, servicesIn } from './services.ts';

const ROOT = join(import.meta.dirname, '../../../..');

const BTC = 1;
const USDT = 3;

let app: TestApp;
let ann: Person;

beforeAll(async () => {
  app = await createTestApp();
  ann = await signUp(app, { level: 2, funds: { change: { USDT: '1000' } } });
});
afterAll(() => app.close());

/** As staff do it; in force once what the node knows is too old. */
async function pause(names: string): Promise<void> {
  await app.database.query(`update setting set value = $1 where keyword = 'paused_services'`, [names]);
  app.advance(6_000);
  app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
}

const offer = { number: '100', from_currency_id: USDT, to_currency_id: BTC };

test('what begins something in a paused service is rejected, what went through before has its output, others go on', async () => {
  await pause('');
  const { token } = ann;
  const { quote_id } = await app.ok('POST /user/getTransferFee', offer, { token });
  const idempotencyKey = randomUUID();
  app.advance(2_000);
  app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
  const convert = (key: string) =>
    app.call('POST /user/Transfer', { quote_id, ...offer }, { token, idempotencyKey: key, language: 'de' });
  const first = await convert(idempotencyKey);
  expect(first.type).toBe('ok');

  await pause('convert, nothing-of-this-name');
  expect(await convert(randomUUID())).toMatchObject({
    error: 'service_paused',
    message: expect.stringContaining('pausiert'),
  });
  expect(await convert(idempotencyKey)).toEqual(first);
  expect(await app.rejection('POST /user/getTransferFee', offer, { token })).toMatchObject({ error: 'service_paused' });
  expect((await app.ok('POST /user/getTransferList', {}, { token })).total).toBe(1);
  expect((await app.ok('GET /getSiteConfig', {})).paused).toEqual([
    { service: 'convert', screens: ['/pages/transfer/transfer'] },
  ]);

  await pause('');
  expect((await app.call('POST /user/getTransferFee', offer, { token })).type).toBe('ok');
  expect((await app.ok('GET /getSiteConfig', {})).paused).toEqual([]);
});

test('every screen of a service is declared by a remote, and names in the setting are read by commas and blanks', () => {
  const declared = new Set(
    readdirSync(join(ROOT, 'remotes')).flatMap((name) =>
      (
        JSON.parse(readFileSync(join(ROOT, 'remotes', name, 'remote.json'), 'utf8')) as { routes: { path: string }[] }
      ).routes.map(({ path }) => path),
    ),
  );
  const screens = Object.values(SERVICES).flatMap((service): readonly string[] => service.screens);
  expect(screens.filter((screen) => !declared.has(screen))).toEqual([]);
  expect(servicesIn('options nft,  x')).toEqual(['options', 'nft']);
});
