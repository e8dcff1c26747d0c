import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

/* A disk that is full, as PostgreSQL reports it: every write is rejected, reads go on. */

let app: TestApp;
let ann: Person;
beforeEach(async () => {
  app = await createTestApp();
  app.feed.setPrice('BTC/USDT', '50000', { bid: '49990', ask: '50010' });
  ann = await signUp(app, { level: 2, funds: { change: { USDT: '1000' } } });
});
afterEach(() => app.close());

const TABLES = ['health_write', 'journal', 'spot_order', 'idempotency_key'];

async function fillDisk(): Promise<void> {
  await app.database.query(
    `create function refuse_disk_full() returns trigger language plpgsql as $$ begin
       raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
     end $$`,
  );
  for (const table of TABLES)
    await app.database.query(
      `create trigger disk_full before insert or update on ${table} for each statement execute function refuse_disk_full()`,
    );
}

const freeDisk = () => app.database.query('drop function refuse_disk_full cascade');

const order = (idempotencyKey: string) =>
  app.app.inject({
    method: 'POST',
    url: '/api/coin/trade',
    headers: {
      authorization: ann.token,
      'idempotency-key': idempotencyKey,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'currency_id=1&legal_id=3&type=buy&kind=market&amount=0.001&lang=de',
  });

const health = () => app.app.inject('/api/health');

describe('while the disk is full', () => {
  it('orders are HTTP 503 in the language of the user, and take effect once when repeated later', async () => {
    await app.turn();
    await fillDisk();
    const key = crypto.randomUUID();
    const rejected = await order(key);
    expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([503, '5']);
    expect(rejected.json()).toMatchObject({ type: 'error', error: 'service_unavailable' });
    expect(rejected.json().message).toContain('gespeichert');
    expect(rejected.body).not.toContain('space left');
    await freeDisk();
    // The market is read anew meanwhile, and a command without one is HTTP 503, too: a client repeats it.
    let placed = rejected;
    for (let tries = 0; placed.statusCode === 503 && tries < 20; tries += 1) {
      await app.turn();
      placed = await order(key);
    }
    expect(placed.json()).toMatchObject({ type: 'ok' });
    expect((await order(key)).json()).toEqual(placed.json());
    expect(await app.database.query('select from spot_order')).toHaveLength(1);
  });

  it('health is HTTP 503 and says why; balances and prices are served', async () => {
    expect((await health()).json()).toMatchObject({ status: 'ok', nodes: 'one' });
    await fillDisk();
    const sick = await health();
    expect([sick.statusCode, sick.json()]).toMatchObject([503, { status: 'unavailable', reason: 'database' }]);
    expect((await app.app.inject('/api/ready')).statusCode).toBe(200);
    expect((await app.call('POST /wallet/list', {}, { token: ann.token })).type).toBe('ok');
    await freeDisk();
    expect((await health()).statusCode).toBe(200);
  });
});
