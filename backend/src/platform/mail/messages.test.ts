import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createQueue, type Queue } from '../jobs/queue.ts';
import { PermanentFailure } from '../jobs/queued-job.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import type { Message } from './courier.ts';
import { deliveryJob, sendMessage } from './messages.ts';

const AT = Date.UTC(2026, 10, 20, 15);
const MINUTE = 60_000;

let database: TestDatabase;
let queue: Queue;
let time: number;
let delivered: Message[];
let warnings: object[];
let failure: Error | null;
let metrics: Metrics;

beforeAll(async () => {
  database = await createTestDatabase();
  const silent = () => undefined;
  const log = { info: silent, debug: silent, error: silent, warn: (details: object) => void warnings.push(details) };
  const courier = {
    async send(message: Message) {
      if (failure) throw failure;
      delivered.push(message);
    },
  };
  metrics = createMetrics();
  const jobs = [deliveryJob({ courier, now: () => time, log, metrics })];
  queue = createQueue({ database, connection: database.connection, log, jobs });
});
afterAll(async () => {
  await queue.stop();
  await database.close();
});
beforeEach(() => {
  time = AT;
  delivered = [];
  warnings = [];
  failure = null;
});
afterEach(() => database.query('delete from graphile_worker._private_jobs'));

const message: Message = {
  id: 'm-1',
  to: 'ann@example.com',
  channel: 'mail',
  subject: 'Hello',
  body: 'Your code is 123456',
};
const send = (sending?: Parameters<typeof sendMessage>[2]) =>
  database.transaction((tx) => sendMessage(tx, message, sending));
const waiting = () => database.query<{ attempts: number }>('select attempts from graphile_worker.jobs');

describe('a message', () => {
  it('is delivered behind the transaction that sends it', async () => {
    await send({ expiresAt: AT + 10 * MINUTE });
    expect(delivered).toEqual([]);
    await queue.drain();
    expect(delivered).toEqual([message]);
  });

  it('outlives a mail server that is away', async () => {
    failure = new Error('connect ECONNREFUSED');
    await send({ expiresAt: AT + 10 * MINUTE });
    await queue.drain();
    expect(delivered).toEqual([]);
    failure = null;
    time += MINUTE;
    await queue.drain({ ahead: true });
    expect(delivered).toEqual([message]);
    expect(await waiting()).toEqual([]);
  });

  it('is not delivered once it has expired, and that is logged without its text', async () => {
    failure = new Error('connect ECONNREFUSED');
    await send({ expiresAt: AT + 10 * MINUTE });
    await queue.drain();
    failure = null;
    time += 10 * MINUTE;
    await queue.drain({ ahead: true });
    expect(delivered).toEqual([]);
    expect(await waiting()).toEqual([]);
    expect(warnings.at(-1)).toEqual({ message: 'm-1', channel: 'mail' });
    expect(JSON.stringify(warnings)).not.toContain('123456');
  });

  it('that the mail server rejects permanently stays visible, and is not sent again', async () => {
    failure = new PermanentFailure('the mail server rejects the message');
    await send();
    await queue.drain();
    failure = null;
    await queue.drain({ ahead: true });
    expect(delivered).toEqual([]);
    expect(await waiting()).toMatchObject([{ attempts: 25 }]);
  });

  it('that is sent twice under one id is delivered once', async () => {
    await send();
    await send();
    await queue.drain();
    expect(delivered).toHaveLength(1);
  });

  it('is counted, by channel and outcome', async () => {
    const counted = async (outcome: string) => {
      const { text } = await metrics.page();
      const line = text.split('\n').find((each) => each.includes(`channel="mail",outcome="${outcome}"`));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    const before = [await counted('delivered'), await counted('expired')];
    await send();
    await queue.drain();
    await send({ expiresAt: AT });
    await queue.drain();
    expect([await counted('delivered'), await counted('expired')]).toEqual(before.map((count) => count + 1));
  });

  it('to be discarded takes the same path and is not delivered', async () => {
    await send({ discard: true });
    expect(await waiting()).toHaveLength(1);
    await queue.drain();
    expect(delivered).toEqual([]);
    expect(await waiting()).toEqual([]);
  });
});
