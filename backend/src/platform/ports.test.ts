import type { CallId } from '@tessera/api/contract';
import type { QueueName } from '@tessera/api/kit';
import type { RecordKind } from '@tessera/api/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '../../test/people.ts';
import { claim, signInStaff } from '../../test/staff-people.ts';
import { createTestApp } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import type { Database } from './db/database.ts';
import { collectPorts, type DomainPorts } from './ports.ts';
import type { StaffQueue } from './queues.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const queue = (name: QueueName): StaffQueue => ({
  name,
  rights: { read: ['support'], claim: [], approve: ['admin'], confirm: [], reject: ['admin'] },
  takesAmount: false,
  itemWith: async () => null,
  list: async () => ({ items: [], total: 0 }),
  show: async () => null,
  approve: async () => undefined,
  reject: async () => undefined,
});

describe('the ports', () => {
  it('collect the contributions of all domains, including those without any', async () => {
    const ports = collectPorts([
      {},
      {
        currencyUses: async () => (code) => ({ deposits: code === 'BTC' }),
        reserves: `select 'spot_order' as product, 'BTC' as currency, 1::numeric as amount`,
        recordKinds: ['deposit', 'transfer'],
        queues: [queue('deposit')],
      },
      {
        currencyUses: async () => (code) => ({ symbols: [`${code}/USDT`] }),
        reserves: `select 'mining' as product, 'ETH' as currency, 2::numeric as amount where u.id = 7`,
        recordKinds: ['transfer'],
        queues: [queue('loan')],
      },
    ]);
    const usesOf = await ports.currencyUses(database);
    expect(usesOf('BTC')).toEqual({ deposits: true, withdrawals: false, symbols: ['BTC/USDT'] });
    expect(usesOf('ETH')).toEqual({ deposits: false, withdrawals: false, symbols: ['ETH/USDT'] });
    expect(await ports.reserves(database, ['7', '8'])).toEqual([
      { userId: '7', product: 'spot_order', currency: 'BTC', amount: '1' },
      { userId: '8', product: 'spot_order', currency: 'BTC', amount: '1' },
      { userId: '7', product: 'mining', currency: 'ETH', amount: '2' },
    ]);
    expect([...ports.recordKinds()]).toEqual(['deposit', 'transfer']);
    expect(ports.queues().map(({ name }) => name)).toEqual(['deposit', 'loan']);
  });

  it('see domains that are made after them', () => {
    const domains: DomainPorts[] = [];
    const ports = collectPorts(domains);
    domains.push({ queues: [queue('visa')] });
    expect(ports.queues()).toHaveLength(1);
  });

  it('reject ambiguous contributions, and a missing payment password check', () => {
    const payPassword = { setBy: 'POST /safe/pay_password', require: async () => undefined } as const;
    expect(() => collectPorts([{ queues: [queue('deposit')] }, { queues: [queue('deposit')] }]).queues()).toThrow(
      'called deposit',
    );
    expect(() => collectPorts([{}]).payPassword()).toThrow('no domain');
    expect(() => collectPorts([{ payPassword }, { payPassword }]).payPassword()).toThrow('two domains');
    expect(collectPorts([{}, { payPassword }]).payPassword()).toBe(payPassword);
  });
});

it('the domains name the kind of every journal that they post', async () => {
  const app = await createTestApp({ DEMO_USER: '1' });
  app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
  const ann = await signUp(app, { funds: { change: { USDT: '1000' } } });
  const call = (callId: CallId, input: Record<string, unknown>) =>
    app.ok(callId, input, { token: ann.token, idempotencyKey: crypto.randomUUID() });
  const pair = { currency_id: 1, legal_id: 3 };
  const resting = await app.ok(
    'POST /coin/trade',
    { ...pair, type: 'buy', target_price: '49000', amount: '0.001' },
    { token: ann.token, idempotencyKey: crypto.randomUUID() },
  );
  await call('PUT /coin/trade', { id: resting.id });
  await call('POST /coin/trade', { ...pair, type: 'buy', kind: 'market', amount: '0.002' });
  await call('POST /coin/trade', { ...pair, type: 'sell', kind: 'market', amount: '0.001' });
  await call('POST /wallet/change', { currency_id: 3, number: '1', from_field: 'change', to_field: 'legal' });
  const { id } = await claim(app, ann);
  await app.ok('POST /staff/queue/approve', { queue: 'deposit', id }, { token: (await signInStaff(app)).token });
  const posted = await app.database.query<{ kind: RecordKind }>('select distinct kind from journal');
  const named = app.ports.recordKinds();
  await app.close();
  expect(posted.length).toBeGreaterThan(5);
  // The other kinds are those of domains that are not used here.
  expect(posted.filter(({ kind }) => !named.has(kind))).toEqual([]);
});
