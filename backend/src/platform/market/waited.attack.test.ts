import { randomUUID } from 'node:crypto';
import { type CallId, contract } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import * as z from 'zod/mini';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { FACTORIES } from '../../domains.ts';
import type { DomainFactory } from '../domain.ts';
import { keyUseOf } from '../http/idempotency.ts';
import { defineTask, enqueue, handle } from '../jobs/queued-job.ts';

/*
 * A user who sees a venue before our index acts by a call that has no idempotency key, or by a job that one leaves. What
 * reaches the market waits for the venues; a call or a job that was forgotten fails, whatever it makes of the refusal.
 */

const OF_USER = 'POST /mailMessage/read' satisfies CallId;
const OF_GUEST = 'POST /help/helpful' satisfies CallId;
const WITH_KEY = 'POST /follow/apply' satisfies CallId;

const task = defineTask('forgotten', z.object({ userId: z.string(), waits: z.boolean() }), { maxAttempts: 1 });

/** Cancels an order of a user, and keeps the outcome to itself. */
let submitted = 0;
const forgetful: readonly DomainFactory[] = [
  ...FACTORIES.map(
    (factory): DomainFactory =>
      (dependencies) => {
        const domain = factory(dependencies);
        const { calls = {} } = domain;
        const cancel = async () => {
          const use = keyUseOf({ userId: ann.id, key: randomUUID(), callId: 'forgotten', input: {} });
          await dependencies.market.submit('spot', { kind: 'cancel_all', userId: ann.id, symbol: null }, use).then(
            () => submitted++,
            () => undefined,
          );
          return {};
        };
        const own = [OF_USER, OF_GUEST, WITH_KEY].filter((callId) => callId in calls);
        return { ...domain, calls: { ...calls, ...Object.fromEntries(own.map((callId) => [callId, cancel])) } };
      },
  ),
  ({ market, followed }) => ({
    name: 'forgotten',
    jobs: [
      handle(task, async ({ userId, waits }) => {
        if (waits) await followed();
        const use = keyUseOf({ userId, key: randomUUID(), callId: 'forgotten', input: {} });
        await market.submit('spot', { kind: 'cancel_all', userId, symbol: null }, use);
        submitted++;
      }),
    ],
  }),
];

let app: TestApp;
let mistaken: TestApp;
let ann: Person;
beforeAll(async () => {
  [app, mistaken] = [await createTestApp(), await createTestApp({}, {}, forgetful)];
});
afterAll(async () => {
  await app.close();
  await mistaken.close();
});

describe('what reaches the market without having waited', () => {
  beforeAll(async () => {
    ann = await signUp(mistaken, { level: 2 });
    await mistaken.turn();
  });
  beforeEach(() => {
    submitted = 0;
  });
  const called = (callId: CallId, input: object, token?: string) =>
    mistaken.call(callId, { ...input }, { ...(token && { token }), idempotencyKey: randomUUID() }).catch(String);
  const FAULT = expect.stringContaining('server_fault');

  it('is a call of a user, or of a guest, that fails and reaches nothing', async () => {
    expect((contract[OF_USER] as Call).followsVenues).toBe(false);
    expect(await called(OF_USER, { ids: ['1'] }, ann.token)).toEqual(FAULT);
    expect(await called(OF_GUEST, { id: '1', helpful: true })).toEqual(FAULT);
    expect(submitted).toBe(0);
  });

  it('is no call that waits', async () => {
    await called(WITH_KEY, { content: 'I have traded for many years.' }, ann.token);
    expect(submitted).toBe(1);
  });

  it('is a queued job that fails, until it waits', async () => {
    for (const waits of [false, true]) {
      await mistaken.database.transaction((tx) => enqueue(tx, task, { userId: ann.id, waits }));
      await mistaken.queue.drain();
      expect(submitted).toBe(waits ? 1 : 0);
    }
  });
});

describe('an order that the venues are about to fill', () => {
  beforeEach(async () => {
    app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
    app.feed.setPrice('BTC/USDT-PERP', '50000', { bid: '49990', ask: '50010' });
    await app.turn();
    ann = await signUp(app, { level: 2, funds: { change: { USDT: '1000' }, lever: { USDT: '10000' } } });
  });
  /** What the venues show while a request waits. */
  const falls = (to: string) =>
    app.meanwhile(async () => {
      app.feed.setPrice('BTC/USDT', to);
      app.feed.setPrice('BTC/USDT-PERP', to);
      app.advance(400);
      await app.turn();
    });
  const keyed = () => ({ token: ann.token, idempotencyKey: randomUUID() });

  test('is not taken back by a freeze', async () => {
    const order = { currency_id: 1, legal_id: 3, type: 'buy', target_price: '49000', amount: '0.01' };
    await app.ok('POST /coin/trade', order, keyed());
    falls('48000');
    await app.ok('POST /user/freeze', {}, { token: ann.token });
    app.meanwhile(() => undefined);
    const status = await app.database.query('select status from spot_order where user_id = $1', [ann.id]);
    expect(status).toEqual([{ status: 'filled' }]);
  });

  test('is not taken back by a limit of one’s own trading', async () => {
    const order = {
      symbol: 'BTC/USDT-PERP',
      type: 1,
      kind: 'limit',
      target_price: '49000',
      amount: '0.1',
      multiple: 10,
    };
    await app.ok('POST /lever/submit', order, keyed());
    falls('48000');
    await app.ok('POST /brakes', { max_multiple: 5 }, { token: ann.token });
    app.meanwhile(() => undefined);
    const status = await app.database.query('select status from lever_order where user_id = $1', [ann.id]);
    expect(status).toEqual([{ status: 'filled' }]);
  });
});
