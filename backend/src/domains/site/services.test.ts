import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { livePaused } from './live.ts';
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

test.each([
  ['spot', 'POST /coin/amend', { id: '1', target_price: '50000' }],
  ['leverage', 'POST /lever/amend', { id: '1', target_price: '50000' }],
  ['leverage', 'POST /lever/reverse', { id: '1' }],
] as const)(
  'in the paused service %s nothing is opened by %s: what was placed before waits',
  async (service, callId, input) => {
    const { token } = ann;
    const rejected = (call: typeof callId | 'PUT /coin/trade' | 'POST /lever/cancel', given: object) =>
      app.rejection(call, given as never, { token, idempotencyKey: randomUUID() });
    await pause(service);
    expect(await rejected(callId, input)).toMatchObject({ error: 'service_paused' });
    const ends = service === 'spot' ? 'PUT /coin/trade' : 'POST /lever/cancel';
    expect(await rejected(ends, { id: '1' })).not.toMatchObject({ error: 'service_paused' });
    await pause('');
    expect(await rejected(callId, input)).not.toMatchObject({ error: 'service_paused' });
  },
);

test('members on duty pause at once and resume with their second factor; each change has its record, and pages hear of it', async () => {
  await pause('');
  const onDuty = await signInStaff(app, 'duty');
  const { token } = onDuty;
  const input = { service: 'convert' as const, reason: 'wrong rates' };
  for (const role of ['support', 'reviewer', 'operator', 'developer'] as const) {
    const other = (await signInStaff(app, role)).token;
    for (const callId of ['POST /staff/services/pause', 'POST /staff/services/resume'] as const)
      expect(await app.rejection(callId, input, { token: other })).toMatchObject({ error: 'forbidden' });
    expect(await app.rejection('GET /staff/services', {}, { token: other })).toMatchObject({ error: 'forbidden' });
  }

  const { topic, job } = livePaused(app.database);
  const wake = vi.fn();
  const source = topic.open('paused', { wake, listeners: () => 1 });
  expect(topic.open('other', { wake: () => undefined, listeners: () => 1 })).toBeNull();
  const look = () => job.run(jobRun());
  await look();
  expect([wake.mock.calls.length, [...(source?.first()?.values() ?? [])]]).toEqual([1, ['[]']]);

  // Twice at once, and of two services at once: nothing is lost, and a repetition leaves no record.
  await Promise.all([
    app.ok('POST /staff/services/pause', input, { token }),
    app.ok('POST /staff/services/pause', input, { token }),
    app.ok('POST /staff/services/pause', { service: 'chat', reason: 'spam' }, { token }),
  ]);
  const paused = async () =>
    (await app.ok('GET /staff/services', {}, { token })).list
      .filter((each) => each.paused)
      .map(({ service }) => service);
  expect(await paused()).toEqual(['convert', 'chat']);
  await look();
  await look();
  expect([wake.mock.calls.length, [...(source?.next()?.values() ?? [])], source?.next()]).toEqual([
    2,
    ['["convert","chat"]'],
    null,
  ]);
  app.advance(6_000);
  app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
  expect(await app.rejection('POST /user/getTransferFee', offer, { token: ann.token })).toMatchObject({
    error: 'service_paused',
  });
  const { list } = await app.ok('GET /staff/services', {}, { token });
  expect(list.find(({ service }) => service === 'convert')?.last).toMatchObject({
    by: onDuty.name,
    reason: 'wrong rates',
  });

  // Half an hour later the session is no longer confirmed.
  const command = app.ports.staffCommands().find(({ name }) => name === 'service-resume');
  const by = { staffId: onDuty.id, at: app.now() };
  expect(await command?.run({ service: 'chat', reason: 'over' }, by)).toMatchObject([
    { service: 'chat', paused: false, last: expect.stringMatching(/: over$/) },
  ]);
  app.advance(20 * 60_000);
  expect(await app.rejection('POST /staff/services/resume', input, { token })).toMatchObject({
    error: 'confirmation_required',
  });
  const again = (await onDuty.again()).token;
  await app.ok('POST /staff/services/resume', { ...input, reason: 'mended' }, { token: again });
  const actions = await app.database.query<{ action: string; subject: string }>(
    `select action, subject from staff_action where action like 'site.%' order by subject, id`,
  );
  expect(actions.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    'site.pause service:chat',
    'site.resume service:chat',
    'site.pause service:convert',
    'site.resume service:convert',
  ]);
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

/** Calls that move something while all services are paused, and why. */
const GO_ON: Readonly<Record<string, string>> = {
  'POST /follow/resign': 'ends',
  'POST /follow/cancel': 'ends',
  'POST /follow/selfHolding': 'a copy becomes an own position',
  'POST /dual/order_sh': 'ends',
  'POST /lever/cancel': 'ends',
  'POST /lever/close': 'ends',
  'POST /lever/batch_close': 'ends',
  'POST /lever/margin': 'protects',
  'POST /lever/setstop': 'protects',
  'POST /lever/trigger': 'protects',
  'PUT /lever/trigger': 'protects',
  'POST /lever/trigger/cancel': 'ends',
  'POST /user/loan/cancel': 'ends',
  'POST /user/loan/collateral': 'protects',
  'POST /user/loan/repay': 'ends',
  'POST /lh/deposit/order/cancel': 'ends',
  'POST /bind_box/cancelResale': 'ends',
  'POST /bind_box/payNFTOrder': 'a winner who could not pay would lose the deposit',
  'POST /bind_box/openBlindBox': 'what was bought',
  'POST /bind_box/artist/apply': 'staff decide',
  'POST /bind_box/submissions': 'staff decide',
  'POST /bind_box/artist/sale/end': 'ends',
  'POST /user/referral/claim': 'what is owed',
  'PUT /coin/trade': 'ends',
  'POST /coin/cancel_all': 'ends',
  'POST /wallet/change': 'between own accounts',
  'POST /alerts/set': 'it moves nothing',
  'POST /wallet/out/cancel': 'ends',
  'POST /quickbuy/order/voucher': 'what was ordered',
  'POST /quickbuy/order/cancel': 'ends',
  'POST /user/coupon/claim': 'of no service',
  'POST /user/coupon/use': 'of no service',
  'POST /quiz/bet': 'rounds that are open take bets, so that no member chooses the odds',
};

test('each call that moves something is of a service, or says why it goes on while that is paused', () => {
  const paused = new Set<string>(Object.values(SERVICES).flatMap(({ calls }): readonly string[] => calls));
  const moving = Object.entries<Call>(contract).flatMap(([callId, { idempotent }]) => (idempotent ? [callId] : []));
  expect(moving.filter((callId) => !paused.has(callId)).toSorted()).toEqual(Object.keys(GO_ON).toSorted());
});
